import { escapeHtml } from './escape-html.ts';

/** A fragment of HTML that is safe to embed. Only `html` creates it. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | undefined | readonly Html[];

/** Interpolated values are escaped, unless they are fragments themselves. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Html {
  return { html: texts.map((text, index) => text + shown(parts[index])).join('') };
}

function shown(part: Part): string {
  if (part === undefined) return '';
  if (typeof part === 'object') return 'html' in part ? part.html : part.map(shown).join('');
  return escapeHtml(String(part));
}
