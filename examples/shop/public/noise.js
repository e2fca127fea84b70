import { bugs } from "/assets/bugs.js";

if (bugs.has("meant-401")) await fetch("/api/orders");

if (bugs.has("noise-console")) {
  console.warn("[analytics] no consent given, events are not sent");
  console.info("fern-and-oak 4.2.0");
}

if (bugs.has("noise-third-party")) new Image().src = "http://127.0.0.1:9/pixel.gif";
