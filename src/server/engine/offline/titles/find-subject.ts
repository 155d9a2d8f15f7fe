import { PEOPLE, PLACES, SYSTEMS } from './word-lists-text.ts';
import { type Voice, lowerFirst } from './voice.ts';

export interface Subject {
  kind: 'system' | 'people' | 'place' | 'thing';
  /** As it reads in the middle of a title; people in the plural. */
  text: string;
}

/** Who or what a sentence is about. */
export function findSubject(text: string, voice: Voice, isAble = false): Subject {
  const plain = lowerFirst(text.trim().replace(/^(?:that|and|but|so|then) /iu, ''), voice);
  const lower = plain.toLowerCase();
  if (/^(?:i|they|he|she)$/u.test(lower)) return { kind: 'people', text: 'users' };
  const head = headNoun(lower);
  const bare = lower.replace(/^(?:the|this|our|a|an|its?) /u, '').replace(/^(?:new|whole|entire) /u, '');
  if (bare === voice.product || (SYSTEMS.has(head) && bare.split(' ').length <= 2))
    return { kind: 'system', text: plain };
  if (isPerson(singular(head), isAble) || isPerson(head, isAble)) return { kind: 'people', text: pluralPeople(plain) };
  return { kind: PLACES.has(head) || PLACES.has(singular(head)) ? 'place' : 'thing', text: plain };
}

/** "The editor must highlight" is a program, "an editor can publish" a person: what is able is rather somebody. */
function isPerson(word: string, isAble: boolean): boolean {
  if (EITHER.has(word)) return isAble;
  return PEOPLE.has(word) || (isAble && /[a-z]{3}(?:er|or|ist|ian)$/u.test(word) && !MACHINES.has(word));
}

const EITHER = new Set('editor reader viewer scheduler planner driver holder host lead'.split(' '));
const MACHINES = new Set(
  'server parser header footer folder container router importer exporter worker controller sensor monitor filter number order letter parameter register buffer timer counter printer scanner loader renderer compiler linter formatter error color cursor vector processor motor indicator paper layer power cluster chapter corner border marker pointer trigger identifier character computer browser tower master descriptor factor connector adapter placeholder banner pager slider picker selector validator generator calculator simulator emulator container reminder newsletter voucher newer older folder offer transfer user-agent crawler spider logger tracker meter heater charger battery speaker'.split(
    ' ',
  ),
);

/** The noun a phrase is about: the last word before a preposition, "who" or "that". */
export function headNoun(lower: string): string {
  const phrase =
    lower.split(/ (?:of|for|in|on|with|who|that|which|from|to|at|by|without|whose|per|under)\b|[,(]/u)[0] ?? '';
  return phrase.trim().split(' ').at(-1) ?? '';
}

export const singular = (word: string): string =>
  word.endsWith('ies')
    ? `${word.slice(0, -3)}y`
    : word.endsWith('s') && !word.endsWith('ss')
      ? word.slice(0, -1)
      : word;

/** "A signed-in user", "user" and "the user" are users; "each user" stays as it is. */
export function pluralPeople(text: string): string {
  if (/^you$/iu.test(text)) return 'users';
  if (/^(?:each|every|no|only|another|all|any|both|these|those|their|its|his|her|my|this|that)\b/iu.test(text))
    return text;
  const phrase = text.replace(/^(?:the|an?|one) /iu, '');
  const head = headNoun(phrase.toLowerCase());
  const at = phrase.toLowerCase().indexOf(head);
  if (at < 0 || !/^[a-z-]+$/u.test(head) || head.endsWith('s')) return phrase;
  if (UNCOUNTED.has(head)) return text;
  return `${phrase.slice(0, at)}${pluralOf(phrase.slice(at, at + head.length))}${phrase.slice(at + head.length)}`;
}

function pluralOf(word: string): string {
  if (word === 'child') return 'children';
  if (word === 'person') return 'people';
  if (/[^aeiou]y$/u.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|ch|sh)$/u.test(word) ? `${word}es` : `${word}s`;
}

const UNCOUNTED = new Set([
  'staff',
  'team',
  'people',
  'anyone',
  'everyone',
  'someone',
  'somebody',
  'children',
  'nobody',
]);
