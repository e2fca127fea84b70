import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Target } from "#model/target.ts";
import type { ElementAction } from "#ports/browser.ts";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import { textLike } from "#test/support/any.ts";
import { long, openPage } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

const click: ElementAction = { kind: "click" };
const fill = (value: string): ElementAction => ({ kind: "fill", value });
const check = (checked: boolean): ElementAction => ({ kind: "check", checked });
const choose = (...options: string[]): ElementAction => ({ kind: "select", options });
const press = (key: string): ElementAction => ({ kind: "press", key });

/** Writes down, in the page's title, the trusted events and the values of fields. */
const listening = `<script>
  const seen = [];
  for (const name of ["pointerdown", "mousedown", "focusin", "pointerup", "mouseup", "click", "dblclick", "keydown", "beforeinput", "input", "change", "submit"])
    addEventListener(name, (event) => { seen.push(name + (event.isTrusted ? "" : "*") + ":" + (event.target.id || event.target.localName)); tell(); }, true);
  const valueOf = (field) => field.type === "checkbox" || field.type === "radio" ? field.checked : field.isContentEditable ? field.innerText : [...(field.selectedOptions ?? [])].map((o) => o.value).join("+") || field.value;
  const tell = () => queueMicrotask(() => { document.title = seen.join(" ") + " | " + [...document.querySelectorAll("input,select,textarea,[contenteditable]")].map(valueOf).join(","); });
  const say = (text) => { seen.push(text); tell(); };
</script>`;

type Try = [what: string, html: string, target: Target, action: ElementAction];

const cover = (style: string): string => `<div id=cover style="position:fixed;inset:0;${style}">Cover</div>`;

/** Each is done by our own script and input, and by Playwright's: the same outcome, and the same events in the page. */
const tries: Try[] = [
  ["a button", `<button id=b>Go</button>`, "Go", click],
  ["a double click", `<button id=b>Go</button>`, "Go", { kind: "double_click" }],
  ["a link's inner element", `<a id=a href="#x"><span>Go <b>on</b></span></a>`, { css: "b" }, click],
  [
    "a button inside a shadow root",
    `<x-a></x-a><script>document.querySelector("x-a").attachShadow({mode:"open"}).innerHTML = "<button>Go</button>"</script>`,
    "Go",
    click,
  ],
  [
    "a slotted button",
    `<x-a><button id=b>Go</button></x-a><script>document.querySelector("x-a").attachShadow({mode:"open"}).innerHTML = "<section><slot></slot></section>"</script>`,
    "Go",
    click,
  ],
  [
    "a link over two lines",
    `<p style="width:9em">So many words before <a id=a href="#x">a link that wraps over lines</a></p>`,
    { css: "a" },
    click,
  ],
  [
    "a turned button",
    `<button id=b style="transform:translate(90px,90px) rotate(40deg)">Go</button>`,
    "Go",
    click,
  ],
  ["a button far below", `<div style="height:3000px"></div><button id=b>Go</button>`, "Go", click],
  [
    "a button below, in a box that scrolls smoothly",
    `<style>*{scroll-behavior:smooth}</style><div style="height:100px;overflow:auto"><div style="height:2000px"></div><button id=b>Go</button></div>`,
    "Go",
    click,
  ],
  [
    "a button under a sticky header",
    `<style>body{margin:0}</style><div style="position:sticky;top:0;height:120px;background:#eee">Top</div><div style="height:1500px"></div><button id=b>Go</button><div style="height:1500px"></div><script>scrollTo(0, 1530)</script>`,
    "Go",
    click,
  ],
  [
    "a button that slides in",
    `<style>@keyframes in{from{margin-left:600px}}#b{animation:in .4s linear}</style><button id=b>Go</button>`,
    "Go",
    click,
  ],
  [
    "a button that never rests",
    `<button id=b style="position:absolute">Go</button><script>let n=0;const go=()=>{document.querySelector("#b").style.left=(n++%200)+"px";requestAnimationFrame(go)};go()</script>`,
    "Go",
    click,
  ],
  [
    "a button that is covered for a while",
    `<button id=b>Go</button>${cover("")}<script>setTimeout(()=>document.querySelector("#cover").remove(),300)</script>`,
    "Go",
    click,
  ],
  ["a button that stays covered", `<button id=b>Go</button>${cover("")}`, "Go", click],
  [
    "a button below a layer that lets events through",
    `<button id=b>Go</button>${cover("pointer-events:none")}`,
    "Go",
    click,
  ],
  [
    "a button that is covered as the mouse comes",
    `<button id=b>Go</button><script>addEventListener("mousemove",()=>{const d=document.createElement("div");d.id="late";d.style="position:fixed;inset:0";document.body.append(d);setTimeout(()=>d.remove(),150)},{once:true})</script>`,
    "Go",
    click,
  ],
  [
    "a button that is disabled for a while",
    `<button id=b disabled>Go</button><script>setTimeout(()=>document.querySelector("#b").disabled=false,300)</script>`,
    "Go",
    click,
  ],
  ["a disabled button", `<fieldset disabled><button id=b>Go</button></fieldset>`, "Go", click],
  ["a button that ARIA says is off", `<div aria-disabled=true><button id=b>Go</button></div>`, "Go", click],
  [
    "a text in a part that ARIA says is off",
    `<div aria-disabled=true><p id=p>Words</p></div>`,
    { css: "p" },
    click,
  ],
  ["a button in an inert part", `<main inert><button id=b>Go</button></main>`, { css: "#b" }, click],
  ["a transparent button", `<button id=b style="opacity:0">Go</button>`, "Go", click],
  [
    "a button that comes later",
    `<script>setTimeout(()=>document.body.insertAdjacentHTML("beforeend","<button id=b>Go</button>"),250)</script>`,
    "Go",
    click,
  ],
  [
    "a button that is made anew all the time",
    `<main></main><script>const make=()=>{document.querySelector("main").innerHTML="<button id=b>Go</button>"};make();const t=setInterval(make,200);setTimeout(()=>clearInterval(t),500)</script>`,
    "Go",
    click,
  ],
  ["a click that opens a dialog", `<button id=b onclick="say(confirm('Sure?'))">Go</button>`, "Go", click],
  [
    "a button that removes itself",
    `<button id=b onclick="this.remove();say('gone')">Go</button>`,
    "Go",
    click,
  ],
  [
    "a button in a form",
    `<form id=f onsubmit="event.preventDefault()"><input id=i><button id=b>Go</button></form>`,
    "Go",
    click,
  ],
  ["a label", `<label id=l for=c>Yes</label><input id=c type=checkbox>`, { css: "label" }, click],
  ["a field", `<label>Name <input id=i value=old></label>`, "Name", fill("new")],
  ["a field, emptied", `<label>Name <input id=i value=old></label>`, "Name", fill("")],
  ["a text area", `<label>Name <textarea id=i>old\nold</textarea></label>`, "Name", fill("one\ntwo")],
  ["a number", `<label>Name <input id=i type=number></label>`, "Name", fill("12.5")],
  ["a number that is none", `<label>Name <input id=i type=number></label>`, "Name", fill("twelve")],
  ["a date", `<label>Name <input id=i type=date></label>`, "Name", fill("2026-02-03")],
  ["a slider", `<label>Name <input id=i type=range></label>`, "Name", fill("70")],
  ["a colour", `<label>Name <input id=i type=color></label>`, "Name", fill("#aabbcc")],
  ["an e-mail field", `<label>Name <input id=i type=email></label>`, "Name", fill("a@b.example")],
  ["rich text", `<div id=i contenteditable aria-label=Name><p>old</p></div>`, "Name", fill("new")],
  ["a part of rich text", `<div contenteditable><p id=i>old</p></div>`, { css: "p" }, fill("new")],
  ["a read-only field", `<label>Name <input id=i readonly></label>`, "Name", fill("new")],
  ["a disabled field", `<label>Name <input id=i disabled></label>`, "Name", fill("new")],
  ["a covered field", `<label>Name <input id=i></label>${cover("")}`, "Name", fill("new")],
  [
    "a field with a mask",
    `<label>Name <input id=i oninput="this.value=this.value.replace(/\\D/g,'')"></label>`,
    "Name",
    fill("1a2b"),
  ],
  ["a field with a limit", `<label>Name <input id=i maxlength=3></label>`, "Name", fill("abcdef")],
  ["what is no field", `<p id=p>Words</p>`, { css: "p" }, fill("new")],
  ["a check box", `<label>Yes <input id=c type=checkbox></label>`, "Yes", check(true)],
  [
    "a check box that is checked",
    `<label>Yes <input id=c type=checkbox checked></label>`,
    "Yes",
    check(true),
  ],
  ["a check box, unchecked", `<label>Yes <input id=c type=checkbox checked></label>`, "Yes", check(false)],
  [
    "a check box that is drawn by its label",
    `<style>#c{display:none}</style><input id=c type=checkbox><label id=l for=c>Yes</label>`,
    "Yes",
    check(true),
  ],
  [
    "a check box that resists",
    `<label>Yes <input id=c type=checkbox onclick="event.preventDefault()"></label>`,
    "Yes",
    check(true),
  ],
  [
    "a switch",
    `<div id=s role=switch aria-checked=false tabindex=0 onclick="this.setAttribute('aria-checked','true');say('on')">Yes</div>`,
    "Yes",
    check(true),
  ],
  [
    "a radio button",
    `<label>Yes <input id=c type=radio name=r></label><label>No <input id=d type=radio name=r checked></label>`,
    "Yes",
    check(true),
  ],
  ["a radio button, unchecked", `<label>Yes <input id=c type=radio checked></label>`, "Yes", check(false)],
  [
    "an option by label",
    `<label>Land <select id=s><option value=a>Austria<option value=b>Belgium</select></label>`,
    "Land",
    choose("Belgium"),
  ],
  [
    "an option by value",
    `<label>Land <select id=s><option value=a>Austria<option value=b>Belgium</select></label>`,
    "Land",
    choose("b"),
  ],
  [
    "several options",
    `<label>Land <select id=s multiple><option value=a>Austria<option value=b>Belgium<option value=c>Cuba</select></label>`,
    "Land",
    choose("a", "Cuba"),
  ],
  [
    "an option that comes later",
    `<label>Land <select id=s><option value=a>Austria</select></label><script>setTimeout(()=>document.querySelector("#s").add(new Option("Belgium","b")),200)</script>`,
    "Land",
    choose("Belgium"),
  ],
  [
    "an option that is not there",
    `<label>Land <select id=s><option value=a>Austria</select></label>`,
    "Land",
    choose("Belgium"),
  ],
  [
    "a disabled option",
    `<label>Land <select id=s><option>Austria<option disabled>Belgium</select></label>`,
    "Land",
    choose("Belgium"),
  ],
  ["a key", `<label>Name <input id=i value=old></label>`, "Name", press("x")],
  ["a chord", `<label>Name <input id=i value=old></label>`, "Name", press("Control+A")],
  [
    "Enter in a form",
    `<form id=f onsubmit="event.preventDefault()"><label>Name <input id=i value=old></label><button>Go</button></form>`,
    "Name",
    press("Enter"),
  ],
  [
    "a menu that opens under the mouse",
    `<div id=m onmouseenter="say('in')">Menu</div>`,
    { css: "#m" },
    { kind: "hover" },
  ],
  ["hovering over what is covered", `<div id=m>Menu</div>${cover("")}`, { css: "#m" }, { kind: "hover" }],
];

/** What can never be done: the time that it is tried for is short. */
const inVain = new Set([
  "a button that never rests",
  "a button that stays covered",
  "a disabled button",
  "a button that ARIA says is off",
  "a button in an inert part",
  "a read-only field",
  "a disabled field",
  "an option that is not there",
  "a disabled option",
  "hovering over what is covered",
]);

/** The button may be made anew between pressing and letting go: then what is tried again is seen in the events. */
const races = new Set(["a button that is made anew all the time"]);

const outcome = async (
  html: string,
  target: Target,
  action: ElementAction,
  byPlaywright: boolean,
  timeoutMs: number,
) => {
  await using opened = await openPage(browser, listening + html, { trace: byPlaywright });
  const { page, session } = opened;
  const acted = await page.act(target, action, { timeoutMs });
  await page.settle({ timeoutMs: 5_000 });
  const title = await page.read(null, "title", long);
  return {
    ok: acted.ok,
    // Of some obstacles Playwright tells nothing but that the time was up.
    failure: acted.ok ? null : acted.failure.replace("timeout", "not_actionable"),
    // Who comes first of those that listen to a miss is not the point.
    title: title.ok ? title.value.replaceAll(/\w+:late /g, "") : title,
    dialogs: session.evidence.dialogs.map(({ message }) => message),
  };
};

describe("the same comes of it as with Playwright's own actions", () => {
  test.each(tries)("%s", async (what, html, target, action) => {
    const timeoutMs = inVain.has(what) ? 1800 : 60_000;
    const [own, theirs] = await Promise.all([
      outcome(html, target, action, false, timeoutMs),
      outcome(html, target, action, true, timeoutMs),
    ]);
    const events = textLike(/mousedown:b .*mouseup:b/);
    expect(own).toEqual(races.has(what) ? { ...theirs, title: events } : theirs);
  });
});
