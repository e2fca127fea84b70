import type { Order, Product, Review } from "./store.ts";

export const CATEGORIES = ["Kitchen", "Lighting", "Office", "Garden", "Textiles", "Storage"] as const;

type Row = readonly [name: string, drawing: string, category: string, cents: number, description: string];

const ROWS: readonly Row[] = [
  [
    "Enamel mug",
    "mug",
    "Kitchen",
    1250,
    "Holds 350 ml, survives a fall, and keeps tea hot on a cold morning.",
  ],
  [
    "Oak chopping board",
    "board",
    "Kitchen",
    3900,
    "End-grain oak, oiled by hand. Comes with a tin of board wax.",
  ],
  [
    "Stoneware bowl",
    "bowl",
    "Kitchen",
    1895,
    "Deep enough for soup, wide enough for pasta. Safe in oven and dishwasher.",
  ],
  ["Copper kettle", "kettle", "Kitchen", 12900, "Two litres, a whistle that sings rather than screams."],
  ["Café cups, set of 4", "mug", "Kitchen", 3450, "Thick-walled porcelain cups for short, strong coffee."],
  [
    "Linen tea towel",
    "cloth",
    "Kitchen",
    950,
    "Dries glasses without a trace, and gets softer with every wash.",
  ],
  [
    "Desk lamp",
    "lamp",
    "Lighting",
    7900,
    "A steel arm, a warm bulb, and a switch that is where your hand is.",
  ],
  ["Paper lantern", "lantern", "Lighting", 2400, "Folded by hand from mulberry paper. Ships flat."],
  ["Beeswax candle", "candle", "Lighting", 850, "Burns for about thirty hours and smells of summer."],
  ["Floor lamp", "lamp", "Lighting", 24900, "A slim brass stem and a linen shade, 160 cm high."],
  ["String lights", "lantern", "Lighting", 1990, "Ten metres, one hundred small lights, one plug."],
  ["Dot-grid notebook", "book", "Office", 1450, "192 pages of 100 g paper that lies flat at any page."],
  ["Brass pen", "pen", "Office", 4200, "Solid brass that darkens with use. Takes standard refills."],
  ["Cork pinboard", "board", "Office", 2900, "60 by 90 cm, with an oak frame and two hidden hooks."],
  ["Letter tray", "box", "Office", 3100, "Bent plywood for the mail that you will answer tomorrow."],
  [
    "Standing desk",
    "table",
    "Office",
    124900,
    "Goes up and down without a sound. The top is one piece of oak.",
  ],
  ["Walnut bookend", "book", "Office", 2650, "A pair, heavy enough for dictionaries."],
  ["Terracotta pot", "pot", "Garden", 1100, "Unglazed, with saucer. Frost-proof down to -15 °C."],
  [
    "Watering can",
    "kettle",
    "Garden",
    4450,
    "Galvanised steel, five litres, with a rose that sprinkles softly.",
  ],
  ["Herb seeds", "seeds", "Garden", 490, "Basil, thyme, chives and coriander, enough for a windowsill."],
  ["Garden trowel", "trowel", "Garden", 1890, "Forged steel and an ash handle. Made to outlive its owner."],
  [
    "Olive tree",
    "plant",
    "Garden",
    8900,
    "Three years old and about 90 cm high. Likes sun, forgives drought.",
  ],
  ["Wool blanket", "cloth", "Textiles", 11900, "Woven from undyed wool, 140 by 200 cm."],
  ["Linen cushion", "cushion", "Textiles", 3500, "Washed linen with a feather filling, 50 by 50 cm."],
  ["Cotton rug", "rug", "Textiles", 9900, "Flat-woven, both sides usable, 120 by 180 cm."],
  ["Bath towel", "cloth", "Textiles", 2200, "Waffle weave that dries fast and folds small."],
  ["Willow basket", "basket", "Storage", 5900, "Woven in one piece. For logs, laundry or toys."],
  ["Wall shelf", "shelf", "Storage", 6900, "Oak, 80 cm wide, with a hidden bracket that carries 20 kg."],
  ["Glass jar", "jar", "Storage", 790, "One litre with a cork lid, for flour, pasta or buttons."],
  ["Shoe bench", "table", "Storage", 18900, "A seat above, six pairs below."],
];

const SOLD_OUT = new Set([11, 20]);
const LOW = new Set([4, 16, 22]);
const FIRST_DAY = Date.UTC(2024, 0, 8);

/** A small generator of numbers from 0 to 1 that a seed fixes (mulberry32). */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The sample catalogue; the seed decides stock and dates. */
export function seedProducts(seed: number): Product[] {
  const next = random(seed);
  return ROWS.map(([name, drawing, category, priceCents, description], index) => {
    const id = index + 1;
    const added = new Date(FIRST_DAY + Math.floor(next() * 600) * 86_400_000).toISOString().slice(0, 10);
    const plenty = 6 + Math.floor(next() * 60);
    const stock = SOLD_OUT.has(id) ? 0 : LOW.has(id) ? 1 + (id % 4) : plenty;
    const sku = String(id * 137).padStart(5, "0");
    return { id, sku, name, category, priceCents, stock, added, description, drawing };
  });
}

const CUSTOMERS = [
  ["Ada Byron", "ada@example.com", "12 Analytical Row", "01067", "Dresden", "Germany", "delivered"],
  ["Zoë Martin", "zoe@example.com", "4 rue des Lilas", "69001", "Lyon", "France", "delivered"],
  ["Jan Kowalski", "jan@example.com", "ul. Długa 7", "00-238", "Warsaw", "Poland", "shipped"],
  ["Maeve O'Neill", "maeve@example.com", "Quay House", "D02 X285", "Dublin", "Ireland", "shipped"],
  ["Luca Rossi", "luca@example.com", "Via Roma 1", "00184", "Rome", "Italy", "new"],
] as const;

/** A handful of earlier orders. */
export function seedOrders(products: readonly Product[]): Order[] {
  return CUSTOMERS.map(([name, email, address, postcode, city, country, status], index) => {
    const lines = products.slice(index * 3, index * 3 + 1 + (index % 3)).map((product, place) => ({
      productId: product.id,
      name: product.name,
      quantity: 1 + ((index + place) % 3),
      priceCents: product.priceCents,
    }));
    const deliveryCents = 490;
    const totalCents = lines.reduce((sum, line) => sum + line.quantity * line.priceCents, deliveryCents);
    return {
      number: 1001 + index,
      placedAt: new Date(Date.UTC(2025, 8, 3 + index * 5, 9, 30)).toISOString(),
      status,
      customer: { name, email, address, postcode, city, country },
      delivery: "standard",
      lines,
      deliveryCents,
      totalCents,
      taxCents: Math.round((totalCents * 20) / 120),
      note: "",
    };
  });
}

/** Reviews for the first few products. */
export function seedReviews(): Review[] {
  const texts = [
    ["Priya", 5, "Exactly as pictured, and it arrived two days early."],
    ["Tomás", 4, "Lovely thing. I would buy it again in blue."],
    ["Ingrid", 5, "A present for my sister, who will not give it back."],
    ["Sam", 3, "Good, but smaller than I thought."],
  ] as const;
  return [1, 2, 4, 7, 12, 23].flatMap((productId, place) =>
    texts.slice(0, 1 + (place % texts.length)).map(([author, rating, text], index) => {
      return { productId, author, rating, text, date: `2025-0${2 + index}-1${place}` };
    }),
  );
}
