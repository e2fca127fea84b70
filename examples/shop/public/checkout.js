import { money, send } from "/assets/common.js";
import { bugs } from "/assets/bugs.js";

const form = document.querySelector("#checkout");
const problem = form.querySelector("#problem");
const total = form.querySelector("#total");

function items() {
  return [...form.querySelectorAll("[data-product]")].map(({ dataset }) => ({
    product_id: Number(dataset.product),
    quantity: Number(form.elements.quantity?.value ?? dataset.quantity),
    cents: Number(dataset.cents),
  }));
}

function showTotal() {
  const delivery = form.querySelector("[name=delivery]:checked");
  const goods = items().reduce((sum, { cents, quantity }) => {
    return sum + cents * (bugs.has("total-ignores-quantity") ? 1 : quantity);
  }, 0);
  total.textContent = money(goods + Number(delivery.dataset.cents));
}

async function placeOrder() {
  const { name, email, address, postcode, city, country, delivery, note } = Object.fromEntries(
    new FormData(form),
  );
  const order = await send("POST", "/api/orders", {
    customer: { name, email, address, postcode, city, country },
    delivery,
    items: items().map(({ product_id, quantity }) => ({ product_id, quantity })),
    note,
  });
  location.assign(`/thank-you/${order.number}`);
}

form.addEventListener("input", (event) => {
  const { name } = event.target;
  if (name === "quantity" || (name === "delivery" && !bugs.has("delivery-option-dead"))) showTotal();
});

async function submit() {
  const button = form.querySelector("[type=submit]");
  button.disabled = true;
  problem.textContent = "";
  try {
    await placeOrder();
  } catch (error) {
    problem.textContent = error.message;
    button.disabled = false;
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void submit();
});
