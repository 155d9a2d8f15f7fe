import { escapeHtml } from './escape-html.ts';

/** A piece of a page, safe to put into another one. Only `html` makes it. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | undefined | readonly Html[];

/** What is put into the text is escaped, unless it was made here itself. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return { html: texts.map((text, index) => text + shown(parts[index])).join('') };
}

function shown(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'object') return 'html' in part ? part.html : part.map(shown).join('');
  return escapeHtml(String(part));
}
