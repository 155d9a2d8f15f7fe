import type { Section } from './section.ts';

export interface Found {
  section: Section;
  /** A piece of its text around the first word that was found in it. */
  excerpt: string;
}

const MOST = 12;
const MOST_MENTIONS = 5;
const BEFORE = 40;
const LENGTH = 150;

export const splitWords = (query: string): string[] => query.toLowerCase().split(/\s+/).filter(Boolean);

/** Sections in which every word begins a word: first those that have them in their heading, then in their page's title, then in the text. */
export function findSections(sections: readonly Section[], query: string): { found: Found[]; total: number } {
  const words = splitWords(query);
  if (words.length === 0) return { found: [], total: 0 };
  const patterns = words.map((word) => startOf([word]));
  const ranked = sections
    .map((section) => ({ section, score: scoreOf(section, patterns) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score);
  const found = ranked.slice(0, MOST).map(({ section }) => ({ section, excerpt: cut(section.text, words) }));
  return { found, total: ranked.length };
}

function scoreOf({ page, heading, text }: Section, patterns: readonly RegExp[]): number {
  let score = heading === undefined ? 1 : 0;
  for (const pattern of patterns) {
    const count = (where: string) => where.match(pattern)?.length ?? 0;
    // A section that its heading promises comes before any number of mentions.
    const worth =
      Math.min(count(heading ?? page), 1) * 100 + Math.min(count(page), 1) * 10 + Math.min(count(text), MOST_MENTIONS);
    if (worth === 0) return 0;
    score += worth;
  }
  return score;
}

function cut(text: string, words: readonly string[]): string {
  const place = text.search(startOf(words));
  const first = Math.max(0, place - BEFORE);
  const from = first === 0 ? 0 : text.indexOf(' ', first) + 1;
  const end = from + LENGTH >= text.length ? text.length : text.lastIndexOf(' ', from + LENGTH);
  return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`;
}

/** The text in stretches, in turn outside and inside of what was searched for. */
export const splitAtWords = (text: string, words: readonly string[]): string[] =>
  words.length === 0 ? [text] : text.split(startOf(words));

/** Any of the words where a word begins: "lease" is in "lease" and "leases", not in "release". */
const startOf = (words: readonly string[]) => new RegExp(`(?<![\\p{L}\\p{N}])(${words.map(escape).join('|')})`, 'giu');

const escape = (word: string) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
