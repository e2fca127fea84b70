import { OPENAPI } from "./api/openapi.ts";
import { getOrder, listOrders, postOrder } from "./api/orders.ts";
import {
  getProduct,
  listProducts,
  postProduct,
  putProduct,
  removeProduct,
  signedIn,
} from "./api/products.ts";
import { deleteSession, getSession, postSession } from "./api/session.ts";
import { asset, favicon, image } from "./assets.ts";
import { json } from "./http.ts";
import { aboutPage, helpPage } from "./pages/about.ts";
import { accountPage, saveAccount } from "./pages/account.ts";
import { addToCart, cartPage, removeFromCart, updateCart } from "./pages/cart.ts";
import { cataloguePage } from "./pages/catalogue.ts";
import { checkoutPage, thankYouPage } from "./pages/checkout.ts";
import { contactPage, sendMessage, sentPage } from "./pages/contact.ts";
import { homePage } from "./pages/home.ts";
import { inventoryPage } from "./pages/inventory.ts";
import { loginPage, logIn, logOut, staffOnly } from "./pages/login.ts";
import { orderPage, ordersPage } from "./pages/orders.ts";
import { addReview, productPage } from "./pages/product.ts";
import type { Route } from "./router.ts";

/** Every address of the shop. */
export const ROUTES: readonly Route[] = [
  { method: "GET", path: "/", handler: homePage },
  { method: "GET", path: "/catalogue", handler: cataloguePage },
  { method: "GET", path: "/products/{id}", handler: productPage },
  { method: "POST", path: "/products/{id}/reviews", handler: addReview },
  { method: "GET", path: "/cart", handler: cartPage },
  { method: "POST", path: "/cart", handler: addToCart },
  { method: "POST", path: "/cart/{id}", handler: updateCart },
  { method: "POST", path: "/cart/{id}/remove", handler: removeFromCart },
  { method: "GET", path: "/checkout", handler: checkoutPage },
  { method: "GET", path: "/thank-you/{number}", handler: thankYouPage },
  { method: "GET", path: "/orders", handler: staffOnly(ordersPage) },
  { method: "GET", path: "/orders/{number}", handler: staffOnly(orderPage) },
  { method: "GET", path: "/inventory", handler: staffOnly(inventoryPage) },
  { method: "GET", path: "/account", handler: staffOnly(accountPage) },
  { method: "POST", path: "/account", handler: staffOnly(saveAccount) },
  { method: "GET", path: "/login", handler: loginPage },
  { method: "POST", path: "/login", handler: logIn },
  { method: "POST", path: "/logout", handler: logOut },
  { method: "GET", path: "/contact", handler: contactPage },
  { method: "POST", path: "/contact", handler: sendMessage },
  { method: "GET", path: "/contact/sent", handler: sentPage },
  { method: "GET", path: "/about", handler: aboutPage },
  { method: "GET", path: "/help", handler: helpPage },
  { method: "GET", path: "/assets/{name}", handler: asset },
  { method: "GET", path: "/images/{name}", handler: image },
  { method: "GET", path: "/favicon.svg", handler: favicon },
  { method: "GET", path: "/api/openapi.json", handler: () => json(200, OPENAPI) },
  { method: "GET", path: "/api/products", handler: listProducts },
  { method: "POST", path: "/api/products", handler: signedIn(postProduct) },
  { method: "GET", path: "/api/products/{id}", handler: getProduct },
  { method: "PUT", path: "/api/products/{id}", handler: signedIn(putProduct) },
  { method: "DELETE", path: "/api/products/{id}", handler: signedIn(removeProduct) },
  { method: "GET", path: "/api/orders", handler: signedIn(listOrders) },
  { method: "POST", path: "/api/orders", handler: postOrder },
  { method: "GET", path: "/api/orders/{number}", handler: getOrder },
  { method: "GET", path: "/api/session", handler: getSession },
  { method: "POST", path: "/api/session", handler: postSession },
  { method: "DELETE", path: "/api/session", handler: deleteSession },
];
