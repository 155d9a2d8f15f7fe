import { readInline } from './read-inline.ts';

/** Heading marks, quote marks and bullets at the start of a line. Numbers stay: they may be part of the sentence. */
const LINE_START = /^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?)/gmu;

/** Markdown as plain text, for where it is not rendered: its marks are gone, its lines stay. */
export const plainText = (markdown: string): string => readInline(markdown.replaceAll(LINE_START, '')).text;

/** The same as one line, for sentences and notifications. */
export const plainLine = (markdown: string): string => plainText(markdown).replaceAll(/\s+/gu, ' ').trim();
