import { escapeHtml } from '../escape-html.ts';

interface MailLink {
  label: string;
  url: string;
}

export interface MailItem {
  title: string;
  text: string;
  link: MailLink;
}

export interface MailContent {
  product: string;
  title: string;
  paragraphs: string[];
  /** Several things that one mail tells of, each with its own link. */
  items?: MailItem[];
  action?: MailLink;
  footer: string;
  footerLinks?: MailLink[];
}

/** The design tokens as hex: mail clients support neither variables nor OKLCH. */
const LIGHT = {
  canvas: '#f9f7f4',
  surface: '#fefefd',
  line: '#e3e0dc',
  text: '#1c1915',
  second: '#534f4a',
  third: '#67635f',
  ink: '#1c1915',
  onInk: '#fefefd',
  baton: '#e65909',
};
const DARK: typeof LIGHT = {
  canvas: '#0d0c0a',
  surface: '#141211',
  line: '#33312e',
  text: '#f2f0ec',
  second: '#b5b2ae',
  third: '#96938f',
  ink: '#f2f0ec',
  onInk: '#141211',
  baton: '#f87029',
};
const FONT = "'Geist','Segoe UI',system-ui,-apple-system,Helvetica,Arial,sans-serif";

/** A mail as text and as HTML, with the same words. Values are text, never markup: the HTML escapes them. */
export function renderMail(content: MailContent): { text: string; html: string } {
  const { action, items = [], footerLinks = [] } = content;
  for (const { url } of [...(action ? [action] : []), ...items.map(({ link }) => link), ...footerLinks])
    requireWebAddress(url);
  return { text: renderText(content), html: renderHtml(content) };
}

function requireWebAddress(url: string): void {
  const { protocol } = new URL(url);
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new Error(`a mail links to web addresses only, not ${protocol}`);
}

function renderText({ product, title, paragraphs, items = [], action, footer, footerLinks = [] }: MailContent): string {
  const blocks = [title, ...paragraphs];
  for (const item of items) blocks.push(`${item.title}\n${item.text}\n${item.link.label}:\n${item.link.url}`);
  // The URL is alone on its line: clients that turn it into a link would include what follows.
  if (action !== undefined) blocks.push(`${action.label}:\n${action.url}`);
  const ways = footerLinks.map(({ label, url }) => `\n${label}:\n${url}`).join('');
  blocks.push(`-- \n${product}\n${footer}${ways}`);
  return `${blocks.join('\n\n')}\n`;
}

/** Inline styles for the light theme, since many clients drop the style sheet; the sheet adds the dark theme. */
function renderHtml({ product, title, paragraphs, items = [], action, footer, footerLinks = [] }: MailContent): string {
  const preview = escapeHtml(paragraphs[0] ?? title);
  const body = paragraphs
    .map((paragraph) => `<p class="second" style="margin:0 0 16px;color:${LIGHT.second}">${escapeHtml(paragraph)}</p>`)
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (max-width: 480px) { .card { padding: 24px 20px !important; } }
@media (prefers-color-scheme: dark) {
  .canvas { background: ${DARK.canvas} !important; }
  .card { background: ${DARK.surface} !important; border-color: ${DARK.line} !important; }
  .text { color: ${DARK.text} !important; }
  .second { color: ${DARK.second} !important; }
  .third { color: ${DARK.third} !important; }
  .ink { background: ${DARK.ink} !important; color: ${DARK.onInk} !important; }
  .mark { background: ${DARK.baton} !important; }
}
</style>
</head>
<body class="canvas" style="margin:0;padding:0;background:${LIGHT.canvas};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}</div>
<table role="presentation" class="canvas" width="100%" cellspacing="0" cellpadding="0" style="background:${LIGHT.canvas}">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:560px;font-family:${FONT};font-size:15px;line-height:24px;text-align:left">
<tr><td class="text" style="padding:0 4px 16px;color:${LIGHT.text};font-size:16px;font-weight:600"><span class="mark" style="display:inline-block;width:5px;height:15px;margin:0 9px 0 4px;border-radius:3px;background:${LIGHT.baton};transform:rotate(45deg);vertical-align:-2px"></span>${escapeHtml(product)}</td></tr>
<tr><td class="card" style="padding:32px;border:1px solid ${LIGHT.line};border-radius:10px;background:${LIGHT.surface}">
<h1 class="text" style="margin:0 0 16px;color:${LIGHT.text};font-size:22px;line-height:28px;font-weight:600;letter-spacing:-0.02em">${escapeHtml(title)}</h1>
${body}
${items.map(renderItem).join('\n')}
${action === undefined ? '' : renderAction(action)}
</td></tr>
<tr><td class="third" style="padding:16px 4px 0;color:${LIGHT.third};font-size:13px;line-height:20px">${escapeHtml(footer)}${footerLinks.map(renderFooterLink).join('')}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function renderAction({ label, url }: { label: string; url: string }): string {
  const address = escapeHtml(url);
  return `<p style="margin:24px 0"><a class="ink" href="${address}" style="display:inline-block;padding:10px 20px;border-radius:6px;background:${LIGHT.ink};color:${LIGHT.onInk};font-weight:500;text-decoration:none">${escapeHtml(label)}</a></p>
<p class="third" style="margin:0;color:${LIGHT.third};font-size:13px;line-height:20px">If the button does not work, open this address:<br><a class="second" href="${address}" style="color:${LIGHT.second};word-break:break-all;overflow-wrap:anywhere">${address}</a></p>`;
}

function renderItem({ title, text, link }: MailItem): string {
  return `<div style="margin:0 0 16px;padding:16px 0 0;border-top:1px solid ${LIGHT.line}">
<p class="text" style="margin:0 0 4px;color:${LIGHT.text};font-weight:600">${escapeHtml(title)}</p>
<p class="second" style="margin:0 0 8px;color:${LIGHT.second};white-space:pre-line;overflow-wrap:anywhere">${escapeHtml(text)}</p>
<p style="margin:0"><a class="text" href="${escapeHtml(link.url)}" style="color:${LIGHT.text};font-weight:500">${escapeHtml(link.label)}</a></p>
</div>`;
}

const renderFooterLink = ({ label, url }: MailLink) =>
  `<br><a class="third" href="${escapeHtml(url)}" style="color:${LIGHT.third}">${escapeHtml(label)}</a>`;
