/** The design tokens as hex; follows the system's theme, since there is no script to read a stored one. */
export const PAGE_STYLE = `
:root { color-scheme: light dark;
  --canvas: #f9f7f4; --surface: #fefefd; --sunken: #f3f0ed; --line: #e3e0dc; --text: #1c1915; --text-2: #534f4a; --text-3: #67635f; }
@media (prefers-color-scheme: dark) { :root {
  --canvas: #0d0c0a; --surface: #141211; --sunken: #1b1917; --line: #33312e; --text: #f2f0ec; --text-2: #b5b2ae; --text-3: #96938f; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 16px; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--canvas); color: var(--text); font: 14px/22px ui-sans-serif, system-ui, sans-serif; }
code, .method { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 12.5px; overflow-wrap: anywhere; }
a { color: inherit; text-underline-offset: 2px; }
a:focus-visible, main:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; border-radius: 2px; }
main:focus { outline: none; }
.skip { position: absolute; left: -999px; padding: 8px 12px; background: var(--text); color: var(--canvas); }
.skip:focus { left: 8px; top: 8px; z-index: 1; }
nav { max-height: 45vh; overflow-y: auto; padding: 20px; border-bottom: 1px solid var(--line); font-size: 13px; line-height: 20px; }
nav .brand { margin: 0 0 12px; font-weight: 600; font-size: 16px; }
nav h2 { margin: 16px 0 4px; font-size: 12px; line-height: 16px; color: var(--text-3); font-weight: 500; }
nav ul { margin: 0; padding: 0; list-style: none; }
nav li a { display: block; padding: 4px 0; min-height: 24px; color: var(--text-2); text-decoration: none; overflow-wrap: anywhere; }
nav li a:hover { color: var(--text); text-decoration: underline; }
small { font-size: 12px; font-weight: 400; color: var(--text-3); }
.method { display: inline-block; min-width: 4.5em; color: var(--text-3); font-weight: 500; }
main { max-width: 880px; padding: 24px 20px 96px; }
h1 { margin: 0 0 12px; font-size: 28px; line-height: 34px; letter-spacing: -0.02em; }
h3[id] { scroll-margin-top: 24px; }
main h2 { margin: 48px 0 12px; font-size: 22px; line-height: 28px; letter-spacing: -0.02em; }
h3 { margin: 0 0 8px; font-size: 14px; line-height: 22px; }
h3 code { font-size: 13.5px; }
h4 { margin: 16px 0 4px; font-size: 12px; line-height: 16px; font-weight: 500; color: var(--text-3); }
p { margin: 0 0 8px; }
.lead { font-size: 16px; line-height: 24px; color: var(--text-2); }
.quiet { color: var(--text-2); font-size: 13px; }
article { margin: 0 0 12px; padding: 20px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }
article:has(:target) { border-color: var(--text); }
table { width: 100%; margin: 12px 0 0; border-collapse: collapse; font-size: 13px; line-height: 20px; table-layout: fixed; }
caption { text-align: left; font-size: 12px; line-height: 16px; font-weight: 500; color: var(--text-3); padding-bottom: 4px; }
th, td { padding: 6px 12px 6px 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; font-weight: 400; overflow-wrap: anywhere; }
td { color: var(--text-2); }
.failures { display: flex; flex-wrap: wrap; gap: 6px; margin: 0; padding: 0; list-style: none; font-size: 12px; line-height: 16px; }
.failures li { padding: 3px 8px; border-radius: 4px; background: var(--sunken); color: var(--text-2); overflow-wrap: anywhere; }
.failures b { font-weight: 600; color: var(--text); }
@media (min-width: 960px) {
  body { display: grid; grid-template-columns: 320px minmax(0, 1fr); }
  nav { position: sticky; top: 0; height: 100vh; max-height: none; border-bottom: 0; border-right: 1px solid var(--line); }
  main { padding: 40px 40px 96px; }
}
@media (max-width: 560px) {
  article { padding: 16px; }
  table, caption, tbody, tr, th, td { display: block; }
  th, td { padding: 0; border: 0; }
  tr { padding: 8px 0; border-top: 1px solid var(--line); }
  td:empty { display: none; }
}
`;
