import type { Product } from "./store.ts";

const INK = "#fffdf8";

/** Simple shapes on a 200 by 200 field; `s` is a shade of the background. */
const DRAWINGS: Readonly<Record<string, (shade: string) => string>> = {
  mug: (s) =>
    `<path d="M58 70h70v52a22 22 0 0 1-22 22H80a22 22 0 0 1-22-22z" fill="${INK}"/><path d="M128 84h8a17 17 0 0 1 0 36h-8" fill="none" stroke="${INK}" stroke-width="9"/><path d="M58 84h70" stroke="${s}" stroke-width="5"/><path d="M80 58q-6-9 0-16M104 58q-6-9 0-16" fill="none" stroke="${INK}" stroke-width="5" stroke-linecap="round" opacity=".7"/>`,
  board: (s) =>
    `<rect x="62" y="58" width="76" height="96" rx="12" fill="${INK}"/><rect x="88" y="36" width="24" height="34" rx="10" fill="${INK}"/><circle cx="100" cy="48" r="5" fill="${s}"/><path d="M78 76v60M100 80v62M122 76v54" stroke="${s}" stroke-width="3" opacity=".6"/>`,
  bowl: (s) =>
    `<path d="M44 88h112a56 56 0 0 1-112 0z" fill="${INK}"/><ellipse cx="100" cy="88" rx="56" ry="13" fill="${s}"/><rect x="80" y="140" width="40" height="9" rx="4" fill="${INK}"/>`,
  kettle: (s) =>
    `<path d="M64 90a36 30 0 0 1 72 0l8 52a8 8 0 0 1-8 8H64a8 8 0 0 1-8-8z" fill="${INK}"/><path d="M140 104l28-22" stroke="${INK}" stroke-width="12" stroke-linecap="round"/><path d="M70 72a31 31 0 0 1 60 0" fill="none" stroke="${INK}" stroke-width="7"/><path d="M58 130h84" stroke="${s}" stroke-width="5"/>`,
  cloth: (s) =>
    `<path d="M58 56h84v80q-14 12-28 0t-28 0-28 0z" fill="${INK}"/><path d="M58 76h84M58 86h84" stroke="${s}" stroke-width="4"/><path d="M58 116h84" stroke="${s}" stroke-width="4" opacity=".5"/>`,
  lamp: (s) =>
    `<path d="M76 46h48l20 48H56z" fill="${INK}"/><rect x="96" y="94" width="8" height="50" fill="${INK}"/><rect x="70" y="144" width="60" height="10" rx="5" fill="${INK}"/><circle cx="100" cy="98" r="9" fill="${s}"/>`,
  lantern: (s) =>
    `<path d="M100 30v20" stroke="${INK}" stroke-width="4"/><ellipse cx="100" cy="100" rx="46" ry="52" fill="${INK}"/><path d="M58 82h84M54 100h92M58 118h84" stroke="${s}" stroke-width="3"/><path d="M100 152v16" stroke="${INK}" stroke-width="6"/>`,
  candle: (s) =>
    `<rect x="78" y="82" width="44" height="72" rx="6" fill="${INK}"/><path d="M100 82V70" stroke="${s}" stroke-width="4"/><path d="M100 40q16 18 0 32q-16-14 0-32z" fill="${INK}"/>`,
  book: (s) =>
    `<rect x="58" y="46" width="84" height="108" rx="8" fill="${INK}"/><path d="M74 46v108" stroke="${s}" stroke-width="6"/><rect x="88" y="68" width="40" height="8" rx="4" fill="${s}"/><rect x="88" y="84" width="28" height="6" rx="3" fill="${s}" opacity=".6"/>`,
  pen: (s) =>
    `<path d="M134 44l22 22-76 76-30 8 8-30z" fill="${INK}"/><path d="M122 56l22 22" stroke="${s}" stroke-width="5"/><path d="M58 120l22 22" stroke="${s}" stroke-width="4"/>`,
  box: (s) =>
    `<path d="M46 84h108l-12 62H58z" fill="${INK}"/><path d="M60 84l8-30h64l8 30" fill="none" stroke="${INK}" stroke-width="7"/><path d="M54 112h92" stroke="${s}" stroke-width="4"/>`,
  table: (s) =>
    `<rect x="36" y="76" width="128" height="14" rx="5" fill="${INK}"/><path d="M54 90v62M146 90v62" stroke="${INK}" stroke-width="9"/><rect x="84" y="90" width="52" height="18" fill="${INK}" opacity=".75"/><circle cx="110" cy="99" r="3" fill="${s}"/>`,
  pot: (s) =>
    `<rect x="58" y="76" width="84" height="20" rx="5" fill="${INK}"/><path d="M66 96h68l-9 54H75z" fill="${INK}"/><path d="M68 106h64" stroke="${s}" stroke-width="4"/>`,
  seeds: (s) =>
    `<path d="M64 44h72v112H64z" fill="${INK}"/><path d="M64 66h72" stroke="${s}" stroke-width="4"/><path d="M100 136v-40M100 112q-22 0-24-22q22 0 24 22M100 104q22 0 24-22q-22 0-24 22" fill="${s}" stroke="${s}" stroke-width="3"/>`,
  trowel: (s) =>
    `<path d="M100 160q-26-24-24-62h48q2 38-24 62z" fill="${INK}"/><path d="M100 98V76" stroke="${INK}" stroke-width="7"/><rect x="90" y="36" width="20" height="42" rx="9" fill="${INK}"/><path d="M100 106v34" stroke="${s}" stroke-width="4"/>`,
  plant: (s) =>
    `<path d="M76 118h48l-7 38H83z" fill="${INK}"/><path d="M100 118V60" stroke="${INK}" stroke-width="5"/><circle cx="100" cy="62" r="30" fill="${INK}"/><circle cx="86" cy="56" r="5" fill="${s}"/><circle cx="112" cy="66" r="5" fill="${s}"/><circle cx="102" cy="48" r="4" fill="${s}"/>`,
  cushion: (s) =>
    `<path d="M50 54q50 14 100 0q-12 46 0 92q-50-14-100 0q12-46 0-92z" fill="${INK}"/><path d="M70 74q30 8 60 0M70 126q30-8 60 0" fill="none" stroke="${s}" stroke-width="4"/>`,
  rug: (s) =>
    `<rect x="52" y="48" width="96" height="104" fill="${INK}"/><path d="M66 62h68v76H66z" fill="none" stroke="${s}" stroke-width="5"/><path d="M100 76l22 24-22 24-22-24z" fill="${s}"/><path d="M56 152v10M74 152v10M92 152v10M110 152v10M128 152v10M144 152v10" stroke="${INK}" stroke-width="4"/>`,
  basket: (s) =>
    `<path d="M46 88h108l-14 64H60z" fill="${INK}"/><path d="M66 88a34 34 0 0 1 68 0" fill="none" stroke="${INK}" stroke-width="7"/><path d="M54 108h92M58 128h84M80 90l6 60M120 90l-6 60M100 90v60" stroke="${s}" stroke-width="3"/>`,
  shelf: (s) =>
    `<rect x="36" y="116" width="128" height="12" rx="4" fill="${INK}"/><path d="M56 128v16M144 128v16" stroke="${INK}" stroke-width="7"/><rect x="56" y="68" width="14" height="48" fill="${INK}"/><rect x="74" y="60" width="16" height="56" fill="${INK}" opacity=".8"/><path d="M112 92h36l-5 24h-26z" fill="${INK}"/><path d="M112 100h34" stroke="${s}" stroke-width="3"/>`,
  jar: (s) =>
    `<rect x="64" y="66" width="72" height="90" rx="16" fill="${INK}"/><rect x="72" y="44" width="56" height="20" rx="5" fill="${INK}" opacity=".8"/><path d="M64 104h72v36a16 16 0 0 1-16 16H80a16 16 0 0 1-16-16z" fill="${s}" opacity=".55"/>`,
};

const HUES: Readonly<Record<string, number>> = {
  Kitchen: 18,
  Lighting: 42,
  Office: 212,
  Garden: 135,
  Textiles: 330,
  Storage: 188,
};

/** The picture of a product as an SVG document; no two products have the same one. */
export function productImage(product: Product): string {
  const hue = ((HUES[product.category] ?? 260) + ((product.id * 7) % 26)) % 360;
  const light = 62 - (product.id % 5) * 3;
  const back = `hsl(${hue} 34% ${light}%)`;
  const shade = `hsl(${hue} 38% ${light - 14}%)`;
  const drawing = DRAWINGS[product.drawing] ?? initial(product.name);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" width="400" height="400">` +
    `<rect width="200" height="200" fill="${back}"/><circle cx="100" cy="100" r="82" fill="${shade}" opacity=".35"/>` +
    `<ellipse cx="100" cy="166" rx="${46 + (product.id % 9)}" ry="6" fill="${shade}" opacity=".7"/>` +
    `${drawing(shade)}<title>${product.id}</title></svg>`
  );
}

/** Products that staff create have no drawing of their own: the first letter or digit of the name stands for it. */
function initial(name: string): () => string {
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase() ?? "•";
  return () =>
    `<text x="100" y="128" font-family="Georgia,serif" font-size="84" text-anchor="middle" fill="${INK}">${letter}</text>`;
}
