import { afterAll, beforeAll, expect, test } from "vitest";
import type { Target } from "#model/target.ts";
import type { LaunchedBrowser } from "./launch.ts";
import { createPlaywrightBrowser } from "./launch.ts";
import { long, openPage, soon } from "./test-pages.ts";

let browser: LaunchedBrowser;
beforeAll(async () => {
  browser = await createPlaywrightBrowser();
});
afterAll(() => browser.close());

test("options are chosen from native and from drawn lists", async () => {
  await using opened = await openPage(
    browser,
    `<label>Country <select><option value=de>Germany<option value=fr>France</select></label>
     <div role=combobox tabindex=0 aria-label=Size onclick="document.querySelector('[role=listbox]').hidden=false">pick</div>
     <ul role=listbox hidden><li role=option onclick="document.title='S'">Small</li><li role=option onclick="document.title='L'">Large</li></ul>`,
  );
  const { page } = opened;
  const select = (target: Target, option: string) =>
    page.act(target, { kind: "select", options: [option] }, option === "Spain" ? soon : long);
  expect(await select("Country", "France")).toMatchObject({ ok: true });
  expect(await page.read("Country", "value", long)).toEqual({ ok: true, value: "France" });
  expect(await select("Country", "Spain")).toMatchObject({
    failure: "not_found",
    observed: "Germany, France",
  });
  expect(await select("Size", "Large")).toMatchObject({ ok: true });
  expect(await page.read(null, "title", long)).toEqual({ ok: true, value: "L" });
});

test("a choice that is shown over the input of a drawn list is no obstacle, and is the field's value", async () => {
  await using opened = await openPage(
    browser,
    `<div><label for=t>Time</label><div id=w style="position:relative;width:200px;height:30px" onclick="document.querySelector('[role=listbox]').hidden=false">
       <input id=t role=combobox readonly aria-haspopup=listbox style="width:90px"><div id=c style="position:absolute;inset:0"><span>Choose a time</span></div></div></div>
     <ul role=listbox hidden>${["12:00", "12:30"].map((time) => `<li role=option onclick="c.textContent='${time}';this.parentElement.hidden=true">${time}</li>`).join("")}</ul>`,
  );
  const { page } = opened;
  expect(await page.read("Time", "value", long)).toEqual({ ok: true, value: "Choose a time" });
  expect(await page.act("Time", { kind: "select", options: ["12:30"] }, long)).toMatchObject({ ok: true });
  expect(await page.read("Time", "value", long)).toEqual({ ok: true, value: "12:30" });
});

test.each([
  ["", () => ""],
  [
    ", also where it is called like its input",
    (name: string) => ` id=${name}-list aria-labelledby=${name}-label`,
  ],
])(
  "a list that takes several stays open over what follows, until that is to be used%s",
  async (_, called) => {
    const box = (name: string): string =>
      `<div class=box><label for=${name} id=${name}-label>${name}</label><br><input id=${name} role=combobox aria-controls=${name}-list aria-haspopup=listbox aria-autocomplete=list autocomplete=off onfocus="this.nextElementSibling.hidden=false" onblur="this.nextElementSibling.hidden=true">
     <ul role=listbox hidden${called(name)}>${[1, 2, 3, 4].map((at) => `<li role=option onmousedown="event.preventDefault()" onclick="document.title+=' ${name}-${at}'">${name}-${at}</li>`).join("")}</ul></div>`;
    await using opened = await openPage(
      browser,
      `<style>.box { position: relative; height: 50px } ul { position: absolute; z-index: 1; margin: 0; width: 300px; background: #fff } li { height: 40px }</style><title>chosen</title>${["Events", "Rooms"].map(box).join("")}<button onclick="document.title+=' sent'">Send</button>`,
    );
    const { page } = opened;
    const select = (name: string) =>
      page.act(name, { kind: "select", options: [`${name}-2`, `${name}-3`] }, long);
    for (const name of ["Events", "Rooms"]) expect(await select(name)).toMatchObject({ ok: true });
    expect(await page.act("Send", { kind: "click" }, long)).toMatchObject({ ok: true });
    expect(await page.read(null, "title", long)).toMatchObject({
      value: "chosen Events-2 Events-3 Rooms-2 Rooms-3 sent",
    });
  },
);

test("rows without a role beside a list box for screen readers alone are its options, also where the list has to be narrowed first", async () => {
  await using opened = await openPage(
    browser,
    `<style>.box { position: relative; width: 200px; height: 30px } .box span { position: absolute; inset: 0 } .none { height: 0; width: 0; overflow: hidden }</style>
     <label for=size>Size</label><div class=box><input id=size type=search role=combobox readonly aria-haspopup=listbox aria-controls=sizes style="opacity: 0"><span id=chosen></span></div>
     <div id=popup hidden><div class=none role=listbox id=sizes><div role=option>Small</div></div><div><div class=rows><div aria-selected=false>Small</div><div aria-selected=false>Large</div></div></div></div>
     <label for=town>Town</label><div class=box><input id=town type=search role=combobox aria-haspopup=listbox aria-controls=towns></div>
     <div id=found hidden><div class=none role=listbox id=towns></div><div class=rows></div></div>
     <script>
       size.parentElement.onclick = () => (popup.hidden = false);
       popup.onclick = ({ target }) => { chosen.textContent = target.textContent; popup.hidden = true; };
       const show = () => {
         const fits = [...Array(40).keys()].map((at) => "Town " + at).filter((name) => name.includes(town.value));
         found.querySelector(".rows").innerHTML = fits.slice(0, 5).map((name) => "<div aria-selected=false>" + name + "</div>").join("");
         found.hidden = false;
       };
       town.onclick = show;
       town.oninput = show;
       found.onclick = ({ target }) => { document.title = target.textContent; found.hidden = true; };
     </script>`,
  );
  const { page } = opened;
  expect(await page.act("Size", { kind: "select", options: ["Large"] }, long)).toMatchObject({ ok: true });
  expect(await page.read("Size", "value", long)).toEqual({ ok: true, value: "Large" });
  expect(await page.act("Town", { kind: "select", options: ["Town 33"] }, long)).toMatchObject({ ok: true });
  expect(await page.read(null, "title", long)).toEqual({ ok: true, value: "Town 33" });
  expect(
    await page.act("Town", { kind: "select", options: ["Nowhere"] }, { timeoutMs: 8_000 }),
  ).toMatchObject({
    failure: "not_found",
  });
  expect(await page.readAll({ role: "option" }, { ...long, most: 10 })).toMatchObject({
    texts: ["Town 0", "Town 1", "Town 2", "Town 3", "Town 4"],
  });
  const seen = await page.survey(long);
  const fields = seen.ok ? seen.survey.forms.flatMap(({ fields: all }) => all) : [];
  expect(fields.map(({ name, type, popup }) => [name, type, popup])).toEqual([
    ["Size", "combobox", "listbox"],
    ["Town", "text", "listbox"],
  ]);
});

test("a list on a page that is too busy to draw at once is scrolled no faster than it draws", async () => {
  await using opened = await openPage(
    browser,
    `<div id=view role=list aria-label=Rows style="height:200px;overflow:auto;position:relative"><div style="height:1200px"></div></div>
     <script>
       const render = () => {
         for (const row of view.querySelectorAll("[role=listitem]")) row.remove();
         const first = Math.floor(view.scrollTop / 20);
         for (let at = first; at < Math.min(60, first + 12); at += 1)
           view.insertAdjacentHTML("beforeend", '<div role=listitem style="position:absolute;height:20px;top:' + at * 20 + 'px">Row ' + at + "</div>");
       };
       view.onscroll = () => setTimeout(render, 30);
       render();
       setInterval(() => { const until = performance.now() + 190; while (performance.now() < until); }, 200);
     </script>`,
  );
  expect(
    await opened.page.act(
      { role: "listitem", name: "Row 14", within: "Rows" },
      { kind: "scroll_to" },
      { timeoutMs: 60_000 },
    ),
  ).toMatchObject({ ok: true });
  expect(
    await opened.page.act({ role: "listitem", name: "Row 90", within: "Rows" }, { kind: "scroll_to" }, soon),
  ).toMatchObject({ failure: "not_found" });
});
