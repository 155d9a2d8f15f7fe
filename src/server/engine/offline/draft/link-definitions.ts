import { isSmallWord, stemOf } from './content-words.ts';
import { DEFINED, type Edge, type Place } from './edges.ts';

/** Titles that bring something into the world which others then use. */
const MAKES =
  /^(?:Add|Build|Create|Define|Introduce|Implement|Design|Generate|Provide|Model|Set up|Store|Keep|Record|Register|Issue)\s+(?:(?:the|a|an|each|every|all|one)\s+)?(.+)$/u;
const ENDS =
  /\s(?:of|for|from|with|in|on|to|at|as|by|that|which|per|when|via|into|and|or|so|under|after|before)\s|[:,(;]/u;
const MOST_USERS = 12;

/** What one task makes and another names by the same two or three words is made first. */
export function linkDefinitions(places: readonly Place[]): Edge[] {
  const makers = new Map<string, number>();
  for (const { task, index } of places) {
    const phrase = task.isParent ? undefined : madeThing(task.title);
    if (phrase !== undefined && !makers.has(phrase)) makers.set(phrase, index);
  }
  const edges: Edge[] = [];
  const users = new Map<number, number>();
  for (const { text, task, index } of places) {
    if (task.isParent) continue;
    for (const phrase of phrasesOf(text)) {
      const to = makers.get(phrase);
      // A thing that everybody names is a subject of the document, not a step on the way.
      if (to === undefined || to >= index || (users.get(to) ?? 0) >= MOST_USERS) continue;
      users.set(to, (users.get(to) ?? 0) + 1);
      edges.push({ from: index, to, weight: DEFINED });
    }
  }
  return edges;
}

function madeThing(title: string): string | undefined {
  const words = stems(MAKES.exec(title)?.[1]?.split(ENDS)[0] ?? '');
  return words.length >= 2 && words.length <= 3 ? words.join(' ') : undefined;
}

function phrasesOf(text: string): Set<string> {
  const phrases = new Set<string>();
  for (const clause of text.split(/[.,;:()]/u)) {
    const words = stems(clause);
    for (let at = 0; at + 1 < words.length; at += 1) {
      phrases.add(`${words[at] ?? ''} ${words[at + 1] ?? ''}`);
      if (at + 2 < words.length) phrases.add(`${words[at] ?? ''} ${words[at + 1] ?? ''} ${words[at + 2] ?? ''}`);
    }
  }
  return phrases;
}

const stems = (text: string): string[] =>
  (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu) ?? []).filter((word) => !isSmallWord(word)).map(stemOf);
