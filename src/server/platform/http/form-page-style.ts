/** The design tokens in both themes. The web app's fonts are bundled with it, so these pages use system fonts. */
export const PAGE_STYLE = `
:root { color-scheme: light dark;
  --canvas: #f9f7f4; --surface: #fefefd; --sunken: #f3f0ed; --hover: #edeae6; --line: #e3e0dc; --control: #8f8b86;
  --text: #1c1915; --text-2: #534f4a; --text-3: #67635f; --ink: #1c1915; --on-ink: #fefefd;
  --ok: #146f46; --ok-soft: oklch(0.962 0.024 160); --warn: #7e5703; --warn-soft: oklch(0.972 0.036 92); --warn-line: oklch(0.87 0.09 90);
  --bad: #d52847; --on-bad: #fff; }
@media (prefers-color-scheme: dark) { :root {
  --canvas: #0d0c0a; --surface: #141211; --sunken: #1b1917; --hover: #21201d; --line: #33312e; --control: #706d69;
  --text: #f2f0ec; --text-2: #b5b2ae; --text-3: #96938f; --ink: #f2f0ec; --on-ink: #141211;
  --ok: #6dd6a2; --ok-soft: oklch(0.25 0.032 162); --warn: #f1d066; --warn-soft: oklch(0.27 0.036 88); --warn-line: oklch(0.4 0.065 88);
  --bad: #ee4e60; --on-bad: #141211; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; min-height: 100dvh; background: var(--canvas); color: var(--text);
  font: 14px/22px ui-sans-serif, system-ui, -apple-system, "Segoe UI", sans-serif; -webkit-font-smoothing: antialiased; }
h1, h2, p, dl, dd, ul, table { margin: 0; padding: 0; }
h1 { font-size: 22px; line-height: 28px; font-weight: 600; letter-spacing: -0.022em; }
h2 { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; font-size: 16px; line-height: 24px; font-weight: 600; letter-spacing: -0.014em; }
a { color: inherit; }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; border-radius: 6px; }
main:focus { outline: none; }
.skip { position: absolute; left: 8px; top: -60px; z-index: 1; padding: 8px 12px; border-radius: 6px; background: var(--ink); color: var(--on-ink); }
.skip:focus { top: 8px; }
.banner { padding: 8px 16px; text-align: center; font-size: 13px; line-height: 20px; color: var(--warn); background: var(--warn-soft); border-bottom: 1px solid var(--warn-line); }
.banner strong { font-weight: 600; }
.head { display: flex; align-items: baseline; gap: 8px; max-width: 720px; margin: 0 auto; padding: 16px 16px 0; }
.brand { font-size: 15px; line-height: 20px; font-weight: 600; letter-spacing: -0.03em; }
.mark { font-size: 12px; line-height: 16px; color: var(--text-3); }
main { display: flex; flex-direction: column; gap: 16px; max-width: 720px; margin: 0 auto; padding: 24px 16px 64px; }
.card { padding: 20px; background: var(--surface); border: 1px solid var(--line); border-radius: 10px; }
.narrow { width: 100%; max-width: 460px; margin: 24px auto 0; padding: 24px; }
.lead { margin-top: 4px; color: var(--text-2); }
.notice { padding: 10px 14px; border-radius: 8px; color: var(--warn); background: var(--warn-soft); border: 1px solid var(--warn-line); }
dl { margin-top: 16px; }
dl > div { display: grid; grid-template-columns: 132px minmax(0, 1fr); gap: 12px; padding: 8px 0; border-top: 1px solid var(--line); }
dl > div:last-child { border-bottom: 1px solid var(--line); }
dt { color: var(--text-3); }
dd { overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
strong { font-weight: 600; }
time { white-space: nowrap; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 20px; }
main > .actions { margin-top: 4px; }
.narrow .actions .button { flex: 1 1 auto; }
.narrow .actions form { display: flex; flex: 1 1 auto; }
.button { display: inline-flex; align-items: center; justify-content: center; min-height: 40px; padding: 8px 16px; border: 1px solid var(--control); border-radius: 8px;
  background: var(--surface); color: var(--text); font: inherit; font-weight: 500; text-align: center; text-decoration: none; cursor: pointer; touch-action: manipulation; }
.button:hover { background: var(--hover); }
.primary { background: var(--ink); border-color: var(--ink); color: var(--on-ink); }
.primary:hover { background: var(--text-2); border-color: var(--text-2); }
.danger { background: var(--bad); border-color: var(--bad); color: var(--on-bad); }
.danger:hover { background: var(--bad); text-decoration: underline; }
.badge { display: inline-flex; align-items: center; height: 20px; padding: 0 7px; border-radius: 4px; font-size: 12px; line-height: 16px; font-weight: 500; letter-spacing: 0; color: var(--text-2); background: var(--sunken); }
.badge.ok { color: var(--ok); background: var(--ok-soft); }
.badge.warn { color: var(--warn); background: var(--warn-soft); }
table { width: 100%; margin-top: 12px; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { padding: 8px 12px 8px 0; text-align: left; font-size: 12px; line-height: 16px; font-weight: 500; color: var(--text-3); border-bottom: 1px solid var(--line); }
td { padding: 8px 12px 8px 0; border-bottom: 1px solid var(--line); }
tr:last-child td { border-bottom: 0; }
.trials { list-style: none; margin-top: 12px; }
.trials li { display: grid; grid-template-columns: 212px minmax(0, 1fr); gap: 16px; align-items: center; padding: 8px 0; border-top: 1px solid var(--line); color: var(--text-2); }
.trials .button { width: 100%; }
@media (max-width: 560px) {
  .card, .narrow { padding: 16px; }
  .button { min-height: 44px; }
  .trials li { grid-template-columns: 1fr; gap: 6px; padding: 12px 0; }
  dl > div { grid-template-columns: 104px minmax(0, 1fr); }
  .actions > .button, .actions > form, .actions > form > .button { flex: 1 1 100%; }
}
@media (forced-colors: active) { .badge, .banner, .notice { border: 1px solid; } }
`;
