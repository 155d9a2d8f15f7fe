import { pluralPeople } from './find-subject.ts';
import { baseOfParticiple } from './inflect-verb.ts';
import { type Voice, lowerFirst } from './voice.ts';

const STORY =
  /^as (?:an? |the )?(.{2,60}?),? I(?:['’]d| would)? (?:want|need|wish|like|can|should be able|must be able|am able|expect)\b(?: like)?(?: to be able)? ?(to )?(.+)$/iu;
const PURPOSE = /[,;.]? (?:so that|so (?=I|we|the|my|they)|in order (?:to|that)|because)\b.*$/iu;

/** "As a clerk I want to reset my password so that …" to "let clerks reset their password". */
export function rewriteStory(text: string, voice: Voice): string | undefined {
  const match = STORY.exec(text);
  if (match === null) return undefined;
  const who = lowerFirst(pluralPeople(`a ${match[1] ?? 'user'}`), voice);
  const can = / I (?:can|should be able|must be able|am able)\b/iu.test(text);
  const wish = othersWords((match[3] ?? '').replace(PURPOSE, '').replace(/[\s.,;]+$/u, ''));
  if (match[2] === undefined && !can) return phraseThing(who, wish, voice);
  const told = /^be (\w+) ?(.*)$/u.exec(wish);
  const base = told === null ? undefined : baseOfParticiple(told[1] ?? '');
  if (base !== undefined) return `${base} ${who} ${told?.[2] ?? ''}`.trim();
  return `let ${who} ${wish}`;
}

/** "I want the app to remind me", "I want a dark mode". */
function phraseThing(who: string, wish: string, voice: Voice): string {
  const made = /^(.{2,40}?) to (?!the\b|a\b|an\b|my\b)(.+)$/u.exec(wish);
  if (
    made === null ||
    / (?:access|way|option|ability|means|able|how|button|link|tool|possibility|chance)$/iu.test(made[1] ?? '')
  )
    return `give ${who} ${lowerFirst(wish, voice)}`;
  return `make ${lowerFirst(made[1] ?? '', voice)} ${made[2] ?? ''}`;
}

/** Why the story is told: the part behind "so that". */
export function readPurpose(text: string): string | undefined {
  const match = /\b(?:so that|in order to) (.{8,}?)[.]?$/iu.exec(text.replace(/\s+/gu, ' ').trim());
  return match?.[1];
}

const OTHERS: Readonly<Record<string, string>> = {
  my: 'their',
  me: 'them',
  i: 'they',
  mine: 'theirs',
  myself: 'themselves',
  "i'm": 'they are',
  "i've": 'they have',
};

function othersWords(text: string): string {
  return text.replace(/\b(?:I['’](?:m|ve)|myself|mine|my|me|I am|I)\b(?!-)/giu, (word) => {
    if (word.toLowerCase() === 'i am') return 'they are';
    return OTHERS[word.toLowerCase().replace('’', "'")] ?? word;
  });
}
