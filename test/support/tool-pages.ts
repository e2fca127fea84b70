import type { Handler } from "./run-suite.ts";

/** Pages for files, dialogs, tabs and the mouse, each known by its path. */
export const toolPages = (): Record<string, string | Handler> => ({
  "/upload": `<h1>Upload</h1><label>Photo <input type=file></label><label>Papers <input type=file multiple></label><p id=seen>none</p>
    <script>for (const input of document.querySelectorAll("input")) input.onchange = async () => {
      const parts = [];
      for (const file of input.files) {
        let more = "";
        if (file.type === "image/png") { const bitmap = await createImageBitmap(file); more = " " + bitmap.width + "x" + bitmap.height; }
        if (file.type.startsWith("text/") && file.size < 100) more = " " + await file.text();
        if (file.type === "application/pdf") more = " " + (await file.text()).slice(0, 5);
        parts.push(file.name + " " + file.type + " " + file.size + more);
      }
      seen.textContent = parts.join("; ") || "taken back";
    }</script>`,
  "/drag": `<h1>Drag</h1><ul aria-label=Open><li draggable=true id=card>Write tests</li></ul><ul aria-label=Done style="min-height:60px;background:#eee"></ul>
    <script>const done = document.querySelectorAll("ul")[1];
    card.ondragstart = (event) => event.dataTransfer.setData("text/plain", card.id);
    done.ondragover = (event) => event.preventDefault();
    done.ondrop = (event) => done.append(document.getElementById(event.dataTransfer.getData("text/plain")));</script>`,
  "/pointer": `<h1>Pointer</h1><div id=knob style="position:absolute;left:20px;top:100px;width:40px;height:40px;background:#c00">Knob</div>
    <div style="position:absolute;left:300px;top:200px;width:120px;height:120px;background:#ddd">Bin</div><p id=said>waiting</p>
    <script>let held = false, moves = 0;
    knob.onpointerdown = (event) => { held = true; knob.setPointerCapture(event.pointerId); };
    knob.onpointermove = (event) => { if (held) { moves += 1; knob.style.left = event.clientX - 20 + "px"; knob.style.top = event.clientY - 20 + "px"; } };
    knob.onpointerup = (event) => { held = false; said.textContent = moves > 2 && event.clientX > 300 && event.clientY > 200 ? "binned" : "missed"; };</script>`,
  "/dialogs": `<h1>Dialogs</h1><button onclick="said.textContent = confirm('Delete it?') ? 'deleted' : 'kept'">Delete</button>
    <button onclick="said.textContent = 'Hello ' + prompt('Name?', 'nobody')">Greet</button><p id=said>nothing</p>`,
  "/tabs": `<h1>First tab</h1><a href=/second target=_blank>Open second</a>
    <button onclick="setTimeout(() => window.open('/consent', '', 'width=400,height=300'), 200)">Sign in with Acme</button><p id=said>waiting</p>
    <script>window.onmessage = (event) => { said.textContent = event.data; }</script>`,
  "/second": `<h1>Second tab</h1><button onclick="document.title='Second clicked'">Here</button>`,
  "/consent": `<h1>Consent</h1><button onclick="opener.postMessage('granted', '*'); window.close()">Allow</button>`,
  "/downloads": `<h1>Downloads</h1><a href=/orders.csv>Export orders</a> <a href=/endless>Endless</a>
    <button onclick="const link = document.createElement('a'); link.href = window.URL.createObjectURL(new Blob(['made here'])); link.download = 'made.txt'; link.click()">Make</button>
    <button>Nothing</button>`,
  "/pale": `<style>body { background: #fff }</style><p id=light style="color:#aaa">Read me</p><p id=clear style="color:transparent">Read me</p>
    <p id=tick style="color:#fff">✓</p><p id=hidden style="color:#fff;opacity:0">Read me</p>
    <div style="position:relative"><div style="position:absolute;inset:0;background:#234;pointer-events:none;z-index:-1"></div><p id=over style="color:#fff">Read me</p></div>
    <p id=same style="color:#fff">Read me</p><p id=nearly style="color:#f2f2f2">Read me</p>`,
  "/bare": `<main><h1>Bare</h1><ul id=list><li>One</li></ul></main><img src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><button></button>
    <script>setTimeout(() => list.insertAdjacentHTML("beforeend", "<li>Late comer</li>"), 400)</script>`,
  "/nested": `<main><h1>Nested</h1><ul aria-label=Questions><li>Printer, solved <ul><li>solved by Ann</li></ul></li><li>Wifi, solved</li></ul></main>`,
  "/days": `<h1>Days</h1><ul aria-label=Past><li>Concert, Tue, 4 March 2025, 19:30<li>Film, 5.3.2025</ul>
    <ul aria-label=Coming><li>Concert, 4 March 2095<li>Film, 03/05/2095</ul><ul aria-label=Bare><li>Some day</ul>`,
  "/orders.csv": (_request, response) => {
    response.writeHead(200, { "content-disposition": 'attachment; filename="orders-2024.csv"' });
    response.end("id,total\n1,12.50\n");
  },
});
