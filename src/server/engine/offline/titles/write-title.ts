import { cleanText, firstSentence, splitLabel } from './clean-text.ts';
import { TITLE_LENGTH, fitTitle } from './fit-title.ts';
import { baseOfThird } from './inflect-verb.ts';
import { nameRow, nameThing } from './name-thing.ts';
import { rewriteScenario } from './rewrite-scenario.ts';
import { rewriteSentence } from './rewrite-sentence.ts';
import { rewriteStory } from './rewrite-story.ts';
import { NOUN_LIKE, VERBS } from './verbs-text.ts';
import { type Voice, lowerFirst, upperFirst } from './voice.ts';

/** An imperative title for one requirement: begins with a verb and names the thing to build. */
export function writeTitle(text: string, id: string, voice: Voice, max = TITLE_LENGTH): string {
  const clean = cleanText(text, id);
  if (clean === '') return fitTitle(`Implement ${id}`, max);
  if (!voice.isEnglish || !/[a-z]{2}/iu.test(clean)) return fitTitle(`Implement: ${firstSentence(clean)}`, max);
  return finish(rewrite(clean, voice), max);
}

/** A title for a group of tasks, from the heading above them. */
export function writeGroupTitle(heading: string, voice: Voice): string {
  const clean = cleanText(heading, '').replace(/[\s.:]+$/u, '');
  if (!voice.isEnglish || !/[a-z]{2}/iu.test(clean)) return fitTitle(`Implement: ${clean}`);
  const title = rewriteStory(clean, voice) ?? nameThing(clean, voice);
  return finish(
    title.toLowerCase() === clean.toLowerCase() && !clean.includes(' ') ? `build ${title}` : title,
    TITLE_LENGTH,
  );
}

export const startsWithVerb = (title: string): boolean => VERBS.has((title.split(/[\s:]/u)[0] ?? '').toLowerCase());

function rewrite(clean: string, voice: Voice): string {
  const sentence = firstSentence(clean);
  const whole = rewriteStory(clean, voice) ?? rewriteScenario(clean, voice) ?? nameRow(sentence, voice);
  if (whole !== undefined) return whole;
  const labelled = splitLabel(sentence);
  if (labelled === undefined) return sayWhole(sentence, voice);
  const { label, rest } = labelled;
  const said = rewriteStory(rest, voice) ?? rewriteSentence(firstSentence(rest), voice);
  if (said !== undefined) return said;
  if (/^(?:[<>≤≥\d]|(?:below|under|above|over|up to|from|between)\b)/iu.test(label))
    return `handle ${lowerFirst(sentence, voice)}`;
  return `${rewriteSentence(label, voice) ?? nameThing(label, voice)}: ${/, \p{Lu}/u.test(rest) ? rest : lowerFirst(rest, voice)}`;
}

/** How people write down an idea: "I want a small app", "We'd like to track our runs". */
const WISH = /^(?:i|we)(?:['’]d| would)? (?:want|need|like|wish)(?: for)?(?<verb> to)? (?<what>.+)$/iu;

function rewriteWish(sentence: string): string | undefined {
  const { verb, what = '' } = WISH.exec(sentence)?.groups ?? {};
  if (what === '') return undefined;
  const isPlain = verb === undefined || /^have\b/iu.test(what);
  return isPlain ? `build ${what.replace(/^have /iu, '')}` : VERBS.has(what.split(' ')[0] ?? '') ? what : undefined;
}

const sayWhole = (sentence: string, voice: Voice): string =>
  rewriteWish(sentence) ?? rewriteSentence(sentence, voice)?.replace(SECOND, '') ?? nameWhole(sentence, voice);

/** What says something of its subject is no thing one could add: "both endpoints need a key". */
function nameWhole(sentence: string, voice: Voice): string {
  const named = nameThing(sentence, voice);
  return named.startsWith('add ') && isStatement(sentence) ? `ensure ${lowerFirst(sentence, voice)}` : named;
}

function isStatement(sentence: string): boolean {
  const [first = '', ...rest] = sentence.toLowerCase().split(' ');
  if (!SUBJECTS.has(first)) return false;
  return rest.slice(1, 8).some((word) => !NOUN_LIKE.has(word) && (VERBS.has(word) || baseOfThird(word) !== undefined));
}

const SUBJECTS = new Set(['the', 'a', 'an', 'both', 'each', 'every', 'all', 'it', 'they', 'this', 'these', 'its']);

/** A second sentence behind "and", with a subject of its own; the description has it. */
const SECOND =
  /,? and (?:a|an|the|it|they|each|every) (?:[\w'’-]+ ){0,3}?(?:is|are|can|must|should|will|has|have|[a-z]{3,}(?<!s)s) .*$/u;

function finish(title: string, max: number): string {
  const fitted = fitTitle(upperFirst(title.replace(/[“”"]{2,}/gu, '').trim()), max);
  // The last resort for a sentence no rule has read right.
  return startsWithVerb(fitted)
    ? fitted
    : fitTitle(`Implement ${fitted.charAt(0) === fitted.charAt(0).toUpperCase() ? title : fitted}`, max);
}
