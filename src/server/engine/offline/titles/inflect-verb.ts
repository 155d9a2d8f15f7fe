import { VERBS } from './verbs-text.ts';
import { PARTICIPLES } from './word-lists-text.ts';

const THIRD: Readonly<Record<string, string>> = { is: 'be', has: 'have', does: 'do', goes: 'go' };
const DOUBLED =
  /(?:^|[^aeiou])(?:stop|run|set|get|put|cut|drop|skip|plan|log|tag|ship|submit|begin|swap|map|ban|trim|strip|split|let|quit|step|drag|clip|crop|scan|snap|spin|dim|chat|fit|hit|pin|zip|wrap|cap|commit|permit|refer|defer|transfer|prefer|occur|control|cancel|label|travel)$/u;

/** "sends" to "send", "applies" to "apply"; undefined for what is no verb we know. */
export function baseOfThird(word: string): string | undefined {
  if (Object.hasOwn(THIRD, word)) return THIRD[word];
  if (!word.endsWith('s') || word.endsWith('ss')) return undefined;
  return firstVerb([word.slice(0, -1), word.slice(0, -2), `${word.slice(0, -3)}y`]);
}

/** "exported" to "export", "built" to "build". */
export function baseOfParticiple(word: string): string | undefined {
  if (Object.hasOwn(PARTICIPLES, word)) return PARTICIPLES[word];
  if (!word.endsWith('ed')) return undefined;
  return baseOfStem(word.slice(0, -2));
}

/** "exporting" to "export", "storing" to "store". */
export function baseOfGerund(word: string): string | undefined {
  if (!word.endsWith('ing') || word.length < 6) return undefined;
  return baseOfStem(word.slice(0, -3));
}

export function gerundOf(verb: string): string {
  if (verb === 'be') return 'being';
  if (verb.endsWith('ie')) return `${verb.slice(0, -2)}ying`;
  if (/[^eoy]e$/u.test(verb)) return `${verb.slice(0, -1)}ing`;
  const last = verb.at(-1) ?? '';
  return DOUBLED.test(verb) ? `${verb}${last}ing` : `${verb}ing`;
}

function baseOfStem(stem: string): string | undefined {
  const undoubled = stem.at(-1) === stem.at(-2) ? stem.slice(0, -1) : '';
  const fromY = stem.endsWith('i') ? `${stem.slice(0, -1)}y` : '';
  // "store" before "stor", but "open" before "opene": the list decides, the longer form first where both are in it.
  return firstVerb([`${stem}e`, stem, undoubled, fromY]);
}

const firstVerb = (candidates: string[]): string | undefined => candidates.find((word) => VERBS.has(word));
