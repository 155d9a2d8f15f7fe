import type { PrdSection } from './cut-prd.ts';

export interface PrdQuote {
  heading: string;
  start: number;
  end: number;
  /** The lines verbatim. */
  text: string;
}

/** A section's text on the given lines; null when it has none there. */
export function quotePrd(section: PrdSection, asked: { start: number; end: number }): PrdQuote | null {
  const lines = section.body === '' ? [] : section.body.split('\n');
  // Counted from the end: the heading, its underline and empty lines below it are not part of the body.
  const first = section.end_line - lines.length + 1;
  const start = Math.max(asked.start, section.start_line);
  const end = Math.min(asked.end, section.end_line);
  if (start > end) return null;
  const isHeadingAsked = start === section.start_line && section.start_line < first && section.heading !== '';
  const text = [
    ...(isHeadingAsked ? [section.heading] : []),
    ...lines.slice(Math.max(0, start - first), Math.max(0, end - first + 1)),
  ].join('\n');
  return text.trim() === '' ? null : { heading: section.heading, start, end, text };
}
