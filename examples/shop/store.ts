import { seedOrders, seedProducts, seedReviews } from "./seed.ts";

export type Product = {
  id: number;
  sku: string;
  name: string;
  category: string;
  priceCents: number;
  stock: number;
  /** Day it came into the catalogue, YYYY-MM-DD. */
  added: string;
  description: string;
  /** Which drawing stands for it. */
  drawing: string;
};

export type Customer = {
  name: string;
  email: string;
  address: string;
  postcode: string;
  city: string;
  country: string;
};

export type OrderLine = { productId: number; name: string; quantity: number; priceCents: number };

export type Order = {
  number: number;
  /** RFC 3339. */
  placedAt: string;
  status: "new" | "shipped" | "delivered";
  customer: Customer;
  delivery: string;
  lines: OrderLine[];
  deliveryCents: number;
  totalCents: number;
  taxCents: number;
  note: string;
};

export type Review = { productId: number; author: string; rating: number; text: string; date: string };

export type User = {
  email: string;
  password: string;
  name: string;
  phone: string;
  language: string;
  newsletter: boolean;
};

export type Message = { name: string; email: string; topic: string; text: string };

/** Everything one shop knows, in memory. */
export type Store = {
  products: Map<number, Product>;
  orders: Map<number, Order>;
  reviews: Review[];
  messages: Message[];
  users: Map<string, User>;
  nextProductId: number;
  nextOrderNumber: number;
};

/** A store filled with the sample catalogue; the same seed gives the same data. */
export function createStore(seed: number): Store {
  const products = seedProducts(seed);
  const orders = seedOrders(products);
  const demo: User = {
    email: "demo@shop.example",
    password: "demo1234",
    name: "Robin Demo",
    phone: "0049 30 123456",
    language: "English",
    newsletter: false,
  };
  return {
    products: new Map(products.map((product) => [product.id, product])),
    orders: new Map(orders.map((order) => [order.number, order])),
    reviews: seedReviews(),
    messages: [],
    users: new Map([[demo.email, demo]]),
    nextProductId: products.length + 1,
    nextOrderNumber: 1001 + orders.length,
  };
}
