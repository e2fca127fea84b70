/** Stylesheet of the report page. */
export const styles = `
:root { color-scheme: light dark; --text: #1c1e21; --muted: #6a7078; --line: #e4e6ea; --page: #f7f8fa; --card: #fff;
  --passed: #1a7f4b; --failed: #c93a3a; --broken: #b26a00; --skipped: #7a828c; --code: #f1f3f6; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e8eb; --muted: #9aa2ad; --line: #2c3138; --page: #14171b; --card: #1b1f24;
  --passed: #4cc38a; --failed: #ff7b72; --broken: #e3a008; --skipped: #9aa2ad; --code: #23282f; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, "Segoe UI", "Liberation Sans", Arial, sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 32px 24px 64px; }
h1 { font-size: 24px; margin: 0 0 4px; letter-spacing: -0.01em; }
h2 { font-size: 17px; margin: 0; }
h3 { font-size: 12px; margin: 20px 0 6px; color: var(--muted); text-transform: uppercase; letter-spacing: 0.05em; }
p { margin: 4px 0; }
.muted { color: var(--muted); }
.counts { display: flex; gap: 8px; margin: 16px 0 24px; flex-wrap: wrap; }
.pill { border-radius: 999px; padding: 2px 12px; font-size: 13px; font-weight: 600; border: 1px solid currentColor; }
.passed { color: var(--passed); } .failed { color: var(--failed); } .broken { color: var(--broken); } .skipped { color: var(--skipped); }
.case { background: var(--card); border: 1px solid var(--line); border-radius: 10px; margin: 12px 0; padding: 16px 20px; }
.case > summary { cursor: pointer; display: flex; gap: 12px; align-items: baseline; list-style: none; }
.case > summary::-webkit-details-marker { display: none; }
.case > summary .muted { margin-left: auto; font-size: 13px; white-space: nowrap; }
.why { margin-top: 10px; }
.cause { border-left: 3px solid var(--failed); background: var(--code); border-radius: 0 8px 8px 0; padding: 12px 16px; margin-top: 14px; }
.cause .category { font-weight: 600; font-family: ui-monospace, "Liberation Mono", monospace; font-size: 13px; }
.cause dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 10px 0 0; }
.cause dt { color: var(--muted); } .cause dd { margin: 0; overflow-wrap: anywhere; }
pre { background: var(--code); border-radius: 8px; padding: 10px 14px; margin: 6px 0; overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere;
  font: 12.5px/1.5 ui-monospace, "Liberation Mono", monospace; }
.columns { display: grid; grid-template-columns: minmax(260px, 2fr) 3fr; gap: 24px; align-items: start; }
.columns > * { min-width: 0; }
@media (max-width: 760px) {
  main { padding: 24px 14px 48px; }
  .case { padding: 14px; }
  .case > summary { flex-wrap: wrap; row-gap: 4px; }
  .case > summary h2 { flex: 1 1 60%; }
  .case > summary .muted { flex-basis: 100%; margin-left: 0; white-space: normal; overflow-wrap: anywhere; }
  .columns, .cause dl { grid-template-columns: minmax(0, 1fr); }
  .cause dt:not(:first-child) { margin-top: 6px; }
}
ol.steps { list-style: none; margin: 0; padding: 0; }
ol.steps li { display: grid; grid-template-columns: 14px 1fr max-content; gap: 10px; padding: 4px 0; border-bottom: 1px solid var(--line); }
ol.steps li:last-child { border-bottom: 0; }
.dot { width: 9px; height: 9px; border-radius: 50%; background: currentColor; margin-top: 7px; }
.healed { grid-column: 2 / -1; font-size: 13px; } .healed b { color: #8a5a00; }
.diff { white-space: pre; overflow-x: auto; }
.step-error, .judgement { grid-column: 2 / -1; font-size: 13px; }
img { width: 100%; border: 1px solid var(--line); border-radius: 8px; display: block; background: #fff; }
figure { margin: 0; } figcaption { color: var(--muted); font-size: 13px; margin-top: 6px; }
.gallery { display: grid; grid-template-columns: repeat(auto-fill, minmax(200px, 1fr)); gap: 14px; margin-top: 8px; }
`;
