import { bugs } from "/assets/bugs.js";

const dialog = document.querySelector("#product-dialog");
const form = document.querySelector("#product-form");
const title = document.querySelector("#dialog-title");
const problem = form.querySelector("[role=alert]");

let save = async () => {};

function fill(product) {
  form.reset();
  for (const [name, value] of Object.entries(product)) {
    if (form.elements[name]) form.elements[name].value = value;
  }
}

/** What is wrong with the form, in words, or null. */
function mistake() {
  for (const control of form.elements) {
    if (!control.name || control.validity.valid) continue;
    if (bugs.has("product-required-empty") && control.name === "name") continue;
    const label = control.closest("label").firstElementChild.textContent;
    return control.validity.valueMissing ? `${label} is required.` : `${label} is not valid.`;
  }
  return null;
}

function input() {
  const { price, stock, ...texts } = Object.fromEntries(new FormData(form));
  return { ...texts, price: Number(price), stock: Number(stock) };
}

/** Opens the form for a new product, or for changing one; `save` gets what was typed. */
export function openProductDialog({ title: heading, product, save: whenSaved }) {
  title.textContent = heading;
  problem.textContent = "";
  fill(product ?? { added: new Date().toISOString().slice(0, 10) });
  save = whenSaved;
  dialog.showModal();
}

async function submit() {
  problem.textContent = mistake() ?? "";
  if (problem.textContent !== "") return;
  try {
    await save(input());
    dialog.close();
  } catch (error) {
    problem.textContent = error.message;
  }
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  void submit();
});
