import type { IncomingMessage, ServerResponse } from "node:http";
import type { Handler } from "./run-suite.ts";

const html = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>Hard</title></head><body>${body}</body></html>`;

const page =
  (body: string | ((request: IncomingMessage) => string), lateMs = 0): Handler =>
  (request, response) =>
    void setTimeout(() => {
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(html(typeof body === "string" ? body : body(request)));
    }, lateMs);

const json =
  (value: unknown, lateMs: number, status = 200): Handler =>
  (_request, response) =>
    void setTimeout(() => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(value));
    }, lateMs);

/** The same server by its other name: another site, whose frames get a process of their own. */
const elsewhere = (request: IncomingMessage): string => {
  const [name = "", port = ""] = (request.headers.host ?? "").split(":");
  return `http://${name === "localhost" ? "127.0.0.1" : "localhost"}:${port}`;
};

const said = `<p id=said role=status>nothing yet</p><script>const say = (text) => { said.textContent = text };</script>`;

const frames: Record<string, Handler> = {
  "/frames": page(
    (
      request,
    ) => `<h1>Checkout</h1>${said}<iframe title=Payment src="${elsewhere(request)}/card" width=500 height=300></iframe>
      <script>onmessage = ({ data }) => say(data)</script>`,
  ),
  "/card": page(
    (request) => `<label>Card number <input id=card></label><button id=pay>Pay</button>
      <iframe title="Bank" src="${elsewhere(request)}/bank" width=400 height=150></iframe>
      <script>pay.onclick = () => top.postMessage("paid with " + card.value, "*")</script>`,
  ),
  "/bank": page(`<label>Code <input id=code></label><button id=ok>Confirm</button>
    <script>ok.onclick = () => top.postMessage("confirmed " + code.value, "*")</script>`),
  "/shadow": page(`<h1>Shadow</h1>${said}<div id=outer><b slot=label>Slotted name</b></div>
    <script>const outerRoot = outer.attachShadow({ mode: "open" });
      outerRoot.innerHTML = "<slot name=label></slot><div id=inner></div>";
      const root = outerRoot.querySelector("#inner").attachShadow({ mode: "open" });
      root.innerHTML = "<label>Nickname <input></label><button>Save</button>";
      root.querySelector("button").onclick = () => say("saved " + root.querySelector("input").value)</script>`),
};

const dialogs: Record<string, Handler> = {
  "/leave": page(`<h1>Draft</h1><label>Text <input></label><a href=/left>Away</a>
    <script>onbeforeunload = (event) => event.preventDefault()</script>`),
  "/left": page("<h1>Left</h1>"),
  "/alerts": page(`<h1>Alerts</h1>${said}<button onclick="alert('Saved'); say('told')">Tell</button>
    <button onclick="say(confirm('Sure?') + ' ' + prompt('Why?', 'because'))">Ask twice</button>`),
};

const tables: Record<string, Handler> = {
  "/columns":
    page(`<h1>Columns</h1><table aria-label=Orders><thead><tr><th>Item<th colspan=2>When<th><button>Price ▲</button></thead>
    <tbody><tr><th scope=row>Mug<td>Mon<td>9:00<td>$10<tr><th scope=row>Jug<td>Tue<td>8:00<td>$12<tr><td colspan=4>Nothing more</tbody>
    <tfoot><tr><td>Sum<td><td><td>$22</tfoot></table>
    <div role=grid aria-label=People><div role=row><b role=columnheader>First  name</b> <b role=columnheader>It's</b></div>
      <div role=row><i role=gridcell>Ann</i> <i role=gridcell>41</i></div>
      <div role=row><i role=gridcell>Bob</i> <i role=gridcell>7</i></div></div>
    <table aria-label=Old><tr><th>Item<th>Unit price<th>Price<tr><td>Lamp<td>$3<td>$99</table>`),
};

const mouse: Record<string, Handler> = {
  "/sortable":
    page(`<h1>Sortable</h1>${said}<style>li{height:30px;width:200px;background:#ddd;margin:4px;user-select:none}</style>
    <ul aria-label=Tasks><li>First</li><li>Second</li><li>Third</li></ul>
    <script>let held = null;
      const list = document.querySelector("ul");
      list.onmousedown = (event) => { held = event.target.closest("li") };
      document.onmousemove = (event) => { if (!held) return;
        const over = document.elementFromPoint(event.clientX, event.clientY)?.closest("li");
        if (over && over !== held) list.insertBefore(held, over.offsetTop > held.offsetTop ? over.nextSibling : over) };
      document.onmouseup = () => { held = null; say([...list.children].map((item) => item.textContent).join(" ")) }</script>`),
  "/hidden-upload":
    page(`<h1>Upload</h1>${said}<label style="padding:8px;background:#ddd">Photo<input type=file style="display:none"></label>
    <script>document.querySelector("input").onchange = (event) => say("got " + event.target.files[0].name)</script>`),
  "/sticky":
    page(`<header style="position:sticky;top:0;height:120px;background:#eee;z-index:2">Shop</header>${said}
    <div style="height:3000px"></div><button onclick="say('pressed')">Far below</button><div style="height:90px"></div>
    <footer style="position:fixed;bottom:0;height:80px;width:100%;background:#eee">Terms</footer>`),
  "/moving":
    page(`${said}<style>@keyframes go { from { margin-left: 0 } to { margin-left: 400px } } button { animation: go .7s linear }</style>
    <button onclick="say('caught')">Catch me</button>`),
  "/rerender": page(`${said}<div id=app></div><script>let left = 10;
    const render = () => { app.innerHTML = "<button>Buy</button>"; app.firstChild.onclick = () => say("bought"); if ((left -= 1) > 0) setTimeout(render, 30) };
    render()</script>`),
  "/hover-swap":
    page(`${said}<div id=app><button>Swap</button></div><script>app.onmouseover = () => { if (app.dataset.done) return;
    app.dataset.done = 1; app.innerHTML = "<button onclick=\\"say('swapped')\\">Swap</button>" }</script>`),
  "/overlay": page(`${said}<button onclick="say('under')">Under</button>
    <div id=over style="position:fixed;inset:0;background:#000a;transition:opacity .3s">Loading</div>
    <script>setTimeout(() => { over.style.opacity = 0; setTimeout(() => over.remove(), 300) }, 500)</script>`),
  "/covered": page(
    `${said}<button onclick="say('never')">Under</button><div style="position:fixed;inset:0;background:#000a">Forever</div>`,
  ),
  "/disabled": page(
    `${said}<button disabled onclick="say('sent')">Send</button><script>setTimeout(() => { document.querySelector("button").disabled = false }, 600)</script>`,
  ),
  "/never-enabled": page(`${said}<button disabled>Send</button>`),
};

const fields: Record<string, Handler> = {
  "/rich":
    page(`<h1>Message</h1>${said}<div contenteditable role=textbox aria-label=Letter style="border:1px solid">Old text</div>
    <div id=editor contenteditable role=textbox aria-label=Body style="border:1px solid;min-height:20px"></div>
    <button onclick="say('model: ' + model)">Show model</button>
    <script>let model = "";
      editor.addEventListener("beforeinput", (event) => { event.preventDefault();
        if (event.inputType.startsWith("delete")) model = ""; else model += event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
        editor.textContent = model; });</script>`),
  "/combo":
    page(`<h1>City</h1>${said}<label for=city>City</label><input id=city role=combobox aria-expanded=false aria-controls=cities autocomplete=off>
    <ul id=cities role=listbox aria-label=Cities hidden></ul>
    <div id=size role=combobox aria-label=Size tabindex=0 aria-haspopup=listbox aria-expanded=false style="border:1px solid;width:120px">Choose</div><ul id=sizes role=listbox aria-label=Sizes hidden></ul>
    <label>Fruits <select multiple><option>Apple<option>Pear<option value=f3>Fig</select></label>
    <script>const all = ["Paris", "Prague", "Porto"];
      const offer = () => { cities.hidden = true; setTimeout(() => { cities.innerHTML = all.filter((name) => name.toLowerCase().includes(city.value.toLowerCase())).map((name) => "<li role=option>" + name + "</li>").join("");
        cities.hidden = false; city.setAttribute("aria-expanded", true) }, 250) };
      city.onfocus = offer; city.oninput = offer;
      cities.onclick = (event) => { city.value = event.target.textContent; cities.hidden = true; say("city " + city.value) };
      size.onclick = () => { sizes.innerHTML = "<li role=option>Small</li><li role=option>Large</li>"; sizes.hidden = false; size.setAttribute("aria-expanded", true) };
      sizes.onclick = (event) => { size.textContent = event.target.textContent; sizes.hidden = true; say("size " + size.textContent) };
      document.querySelector("select").onchange = (event) => say([...event.target.selectedOptions].map((option) => option.value).join("+"))</script>`),
  "/dates":
    page(`<h1>Dates</h1>${said}<label>Day <input type=date></label><label>Hour <input type=time></label><label>Month <input type=month></label>
    <label>Week <input type=week></label><label>When <input type=datetime-local></label><label>Colour <input type=color></label>
    <button id=choose aria-haspopup=dialog>Choose date</button><div id=picker role=dialog aria-label="Choose date" hidden><button id=next>Next month</button><h2 id=head></h2><div id=grid role=grid></div></div>
    <script>for (const input of document.querySelectorAll("input")) input.oninput = () => say(input.value);
      let month = 0; const names = ["January", "February", "March"];
      const draw = () => { head.textContent = names[month]; grid.innerHTML = ""; for (let day = 1; day <= 28; day += 1) {
        const cell = document.createElement("button"); cell.setAttribute("role", "gridcell"); cell.textContent = day; cell.onclick = () => { picker.hidden = true; say(names[month] + " " + day) }; grid.append(cell) } };
      choose.onclick = () => { picker.hidden = false; draw() };
      document.querySelector("#next").onclick = () => { month += 1; setTimeout(draw, 150) }</script>`),
  "/slider":
    page(`<h1>Sliders</h1>${said}<label>Brightness <input type=range min=0 max=100 step=5 value=20></label>
    <div id=knob role=slider tabindex=0 aria-label=Volume aria-valuenow=5 aria-valuemin=0 aria-valuemax=10>Volume</div>
    <script>document.querySelector("input").oninput = (event) => say("bright " + event.target.value);
      knob.onkeydown = ({ key }) => { const now = Number(knob.getAttribute("aria-valuenow")) + (key === "ArrowRight" ? 1 : key === "End" ? 5 : 0);
        knob.setAttribute("aria-valuenow", Math.min(10, now)); say("volume " + Math.min(10, now)) }</script>`),
  "/virtual":
    page(`<h1>Long list</h1>${said}<div id=view role=list aria-label=Rows tabindex=0 style="height:200px;overflow:auto;position:relative"><div id=sizer style="height:20000px"></div></div>
    <script>const render = () => { for (const row of view.querySelectorAll("[role=listitem]")) row.remove();
      const first = Math.floor(view.scrollTop / 20);
      for (let at = first; at < Math.min(1000, first + 12); at += 1) { const row = document.createElement("div"); row.setAttribute("role", "listitem");
        row.style.cssText = "position:absolute;height:20px;top:" + at * 20 + "px"; row.innerHTML = "<button>Row " + at + "</button>"; row.firstChild.onclick = () => say("chose " + at); view.append(row) } };
      view.onscroll = () => setTimeout(render, 30); render()</script>`),
  "/late-rows":
    page(`<h1>Slow list</h1>${said}<div id=view role=list aria-label=Rows style="height:200px;overflow:auto;position:relative"><div style="height:1200px"></div></div>
    <script>const render = () => { for (const row of view.querySelectorAll("[role=listitem]")) row.remove();
      const first = Math.floor(view.scrollTop / 20);
      for (let at = first; at < Math.min(60, first + 12); at += 1) { const row = document.createElement("div"); row.setAttribute("role", "listitem");
        row.style.cssText = "position:absolute;height:20px;top:" + at * 20 + "px"; row.innerHTML = "<button>Row " + at + "</button>"; row.firstChild.onclick = () => say("chose " + at); view.append(row) } };
      let due; view.onscroll = () => { clearTimeout(due); due = setTimeout(render, 350) }; render()</script>`),
  "/feed": page(`<h1>Feed</h1>${said}<ul id=feed></ul><script>let count = 0, busy = false;
    const more = () => { if (busy || count >= 60) return; busy = true; setTimeout(() => { for (let at = 0; at < 15; at += 1) { count += 1; feed.insertAdjacentHTML("beforeend", "<li style='height:60px'><button onclick=\\"say('liked " + count + "')\\">Post " + count + "</button></li>") } busy = false }, 150) };
    onscroll = () => { if (scrollY + innerHeight > document.documentElement.scrollHeight - 100) more() }; more()</script>`),
};

const restless: Record<string, Handler> = {
  "/busy":
    page(`<h1>Dashboard</h1>${said}<button onclick="say('refreshed')">Refresh</button><p id=clock></p><div id=spin style="width:20px;height:20px;background:#c00;animation:turn 1s linear infinite"></div>
    <style>@keyframes turn { to { transform: rotate(360deg) } }</style>
    <script>setInterval(() => { clock.textContent = performance.now() }, 20);
      const poll = () => fetch("/poll").then(poll, () => {}); poll();
      new EventSource("/stream");
      const tick = () => { spin.dataset.at = performance.now(); requestAnimationFrame(tick) }; tick()</script>`),
  "/poll": json({}, 400),
  "/stream": (_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const timer = setInterval(() => response.write("data: tick\n\n"), 200);
    response.on("close", () => clearInterval(timer));
  },
};

const trickle =
  (rest: string): Handler =>
  (_request, response: ServerResponse) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
    response.write(
      `<!doctype html><html lang="en"><title>Hard</title><body><h1>Stock</h1>${" ".repeat(2000)}`,
    );
    setTimeout(() => response.end(rest), 900);
  };

const unfinished: Record<string, Handler> = {
  "/trickle": trickle("<p>Sold out</p>"),
  "/spa":
    page(`<h1>Stock</h1><ul id=list></ul><script>fetch("/api/stock").then((answer) => answer.json()).then((items) => setTimeout(() => {
    list.innerHTML = items.map((name) => "<li>" + name + "</li>").join("") }, 60))</script>`),
  "/spa-chain":
    page(`<h1>Stock</h1><ul id=list></ul><script>fetch("/api/session").then(() => fetch("/api/stock")).then((answer) => answer.json()).then((items) => {
    list.innerHTML = items.map((name) => "<li>" + name + "</li>").join("") })</script>`),
  "/spa-error": page(`<h1>Stock</h1><script>fetch("/api/session").then(() => { undefined.name })</script>`),
  "/spa-refused": page(
    `<h1>Stock</h1><script>fetch("/api/session").then(() => fetch("/api/refused"))</script>`,
  ),
  "/late-script": page(`<h1>Stock</h1><script src=/late.js></script>`),
  "/late.js": (_request, response) =>
    void setTimeout(() => {
      response.writeHead(200, { "content-type": "text/javascript" });
      response.end(`document.body.append("Sold out")`);
    }, 700),
  "/hop": page(`<script>setTimeout(() => location.replace("/hop-2"), 100)</script>`),
  "/hop-2": page(`<meta http-equiv=refresh content="0;url=/sold">`, 300),
  "/sold": page(`<h1>Stock</h1><p>Sold out</p>`, 300),
  "/api/stock": json(["Sold out"], 700),
  "/api/session": json({}, 400),
  "/api/refused": json({ error: "no" }, 300, 500),
  "/script-refused": page(`<h1>Stock</h1><script src=/api/refused></script>`),
  "/given-up": page(
    `<h1>Stock</h1><script>fetch("/api/refused").then((answer) => answer.body.cancel())</script>`,
  ),
  "/missing": json({ error: "no such item" }, 0, 404),
};

/** Pages that are hard to test, each known by its path. */
export const hardPages = (): Record<string, string | Handler> => ({
  "/": "<h1>Hard pages</h1>",
  ...frames,
  ...dialogs,
  ...tables,
  ...mouse,
  ...fields,
  ...restless,
  ...unfinished,
});
