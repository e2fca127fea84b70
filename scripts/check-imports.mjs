/**
 * Checks every import of src, test, examples and bench against import-rules.mjs.
 * `node scripts/check-imports.mjs [folder]` prints `file:line: what is wrong` and exits 1 when there is any.
 */
import { globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, posix, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "oxc-parser";
import { RULES } from "./import-rules.mjs";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const FILES = "{src,test,examples,bench}/**/*.{ts,tsx}";

/**
 * All forbidden imports below `root`, as `{file, line, message}` with `file` relative to it and 1-based lines.
 *
 * @param {string} root a folder with a package.json whose `imports` say what `#layer/…` stands for
 */
export function checkImports(root) {
  const { imports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const aliases = Object.entries(imports).map(([from, to]) => [
    from.replace("*", ""),
    to.replace(/^\.\/|\*$/g, ""),
  ]);
  return globSync(FILES, { cwd: root, exclude: ["**/node_modules/**", "**/fixtures/**"] })
    .map((file) => file.replaceAll("\\", "/"))
    .sort()
    .flatMap((file) => checkFile(file, readFileSync(join(root, file), "utf8"), aliases));
}

function checkFile(file, text, aliases) {
  return importsOf(file, text).flatMap(({ specifier, at }) => {
    const message = judge(file, specifier, aliases);
    return message === undefined ? [] : [{ file, line: text.slice(0, at).split("\n").length, message }];
  });
}

/** Static, type-only, re-exporting and literal dynamic imports; text that only looks like one is none. */
function importsOf(file, text) {
  const { module, program } = parseSync(file, text);
  const statics = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest)),
  ].filter(Boolean);
  const literal = module.dynamicImports
    .map(({ moduleRequest: { start, end } }) => ({ value: text.slice(start, end), start }))
    .filter(({ value }) => /^(["'`])[^$]*\1$/.test(value))
    .map(({ value, start }) => ({ value: value.slice(1, -1), start }));
  const types = [];
  new Visitor({
    TSImportType: ({ source }) => types.push({ value: source.value, start: source.start }),
  }).visit(program);
  const found = new Map(
    [...statics, ...literal, ...types].map(({ value, start }) => [start, { specifier: value, at: start }]),
  );
  return [...found.values()];
}

/** What is wrong with this import, or undefined. */
function judge(file, specifier, aliases) {
  if (specifier.startsWith("../")) return `"${specifier}": use #layer/… across folders, never ../`;
  const layer = layerOf(file);
  const rule = RULES[layer];
  if (rule === undefined) return `the folder of ${file} has no rule in scripts/import-rules.mjs`;
  const target = resolveWithin(file, specifier, aliases);
  if (target === undefined) return judgePackage(layer, rule, specifier);
  if (specifier.startsWith("#") && layerOf(target) === "outside") {
    return layer === "outside"
      ? undefined
      : `${layer} must not import "${specifier}", which is no part of the product`;
  }
  return judgeLayer(file, target, layer, rule, specifier);
}

function judgePackage(layer, { packages }, specifier) {
  if (specifier.startsWith("#")) return `"${specifier}" stands for nothing in package.json`;
  if (packages === "*") return undefined;
  const name = isBuiltin(specifier) ? `node:${specifier.replace(/^node:/, "")}` : packageName(specifier);
  return packages.includes(name) ? undefined : `${layer} must not import "${specifier}"`;
}

function judgeLayer(file, target, layer, { layers, separate }, specifier) {
  const other = layerOf(target);
  if (other === layer) {
    const crosses = separate && part(file) !== part(target);
    return crosses
      ? `${part(file)} must not import "${specifier}": ${layer} never import each other`
      : undefined;
  }
  const allowed = layers === "*" || layers.some((name) => target.startsWith(`src/${name}/`));
  return allowed
    ? undefined
    : `${layer} must not import "${specifier}" (may: ${layers.join(", ") || "no layer"})`;
}

/** The path below the root that a specifier stands for, or undefined for a package. */
function resolveWithin(file, specifier, aliases) {
  if (specifier.startsWith("./")) return posix.join(posix.dirname(file), specifier);
  const alias = aliases.find(([prefix]) => specifier.startsWith(prefix));
  return alias && posix.normalize(alias[1] + specifier.slice(alias[0].length));
}

function layerOf(file) {
  const [top, folder, ...rest] = file.split("/");
  if (top !== "src" || /\.test\.tsx?$/.test(file)) return "outside";
  return rest.length === 0 ? "main" : folder;
}

const part = (file) => file.split("/").slice(1, 3).join("/");
const packageName = (specifier) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = checkImports(resolve(process.argv[2] ?? ROOT));
  for (const { file, line, message } of problems) process.stdout.write(`${file}:${line}: ${message}\n`);
  if (problems.length > 0) process.stdout.write(`${problems.length} forbidden imports\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
