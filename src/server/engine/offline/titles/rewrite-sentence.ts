import { findSubject } from './find-subject.ts';
import { baseOfParticiple, baseOfThird } from './inflect-verb.ts';
import { readOrder } from './name-thing.ts';
import { phraseDemand } from './phrase-demand.ts';
import { NOUN_LIKE, PLAIN, VERBS } from './verbs-text.ts';
import { type Voice, lowerFirst } from './voice.ts';
import { DETERMINERS, PEOPLE, PREPOSITIONS } from './word-lists-text.ts';

const MODAL =
  /(?:^|\s)(must|shall|should|will|can|could|may|might|would|ought to|needs? to|ha(?:s|ve) to|(?:is|are) (?:required|able|allowed|expected|supposed) to|cannot|can['’]t|mustn['’]t|won['’]t|shouldn['’]t|(?:do|does) not|don['’]t|doesn['’]t|never)(?=\s)/giu;
const CONDITION =
  /^((?:when|whenever|if|once|after|before|while|for each|for every|for|on|upon|in case|as soon as|during|in|at|by default|until|given|without|with|where|above|below|beyond)\b[^,]{2,90}),\s*(?:then )?(.+)$/iu;
const NEGATED = /cannot|not|n['’]t|never/iu;
const DUTY = /^(?:must|shall|has|have|needs?|is|are)\b/iu;
/** "On loss of the sensor the relay opens": the moment first, then the subject, and no comma between. */
const MOMENT =
  /^((?:on|in|at|during|after|upon|when|if|without) .+?)(?<!\b(?:of|in|on|at|to|for|from|with|by|after|during|upon)) ((?:the|a|an|each|every|all) .+)$/iu;
const SUBJECT_WORDS = 12;

/** "The system must send a reminder" to "send a reminder"; undefined when there is no such sentence. */
export function rewriteSentence(text: string, voice: Voice): string | undefined {
  const conditional = CONDITION.exec(text);
  if (conditional !== null) {
    const main = rewriteSentence(conditional[2] ?? '', voice);
    if (main !== undefined) return `${main} ${lowerFirst(conditional[1] ?? '', voice)}`;
  }
  return rewriteModal(text, voice) ?? readOrder(text, voice) ?? rewriteStatement(text, voice);
}

function rewriteModal(text: string, voice: Voice): string | undefined {
  for (const match of text.matchAll(MODAL)) {
    const before = text.slice(0, match.index).trim();
    if (before === '' || before.split(' ').length > SUBJECT_WORDS) return undefined;
    if (/\b(?:who|that|which|whose|where|when|if|what|how|they|,)$/iu.test(before)) continue;
    const modal = match[1] ?? '';
    const after = text.slice(match.index + match[0].length).trim();
    const negation = /^(?:not|never|no longer)\b\s*/iu.exec(after)?.[0] ?? '';
    const action = after.slice(negation.length);
    if (action === '') return undefined;
    if (/^there$/iu.test(before)) return phraseExistence(action, negation !== '' || NEGATED.test(modal));
    const nobody = /^(?:no |nobody|no one|none of )/iu.test(before);
    const moment = MOMENT.exec(before);
    const main = phraseDemand({
      subject: findSubject(
        nobody
          ? before.replace(/^(?:nobody|no one)$/iu, 'anyone').replace(/^(?:no|none of) /iu, 'any ')
          : (moment?.[2] ?? before),
        voice,
        !DUTY.test(modal),
      ),
      action: lowerFirst(action, voice),
      isForbidden: nobody || negation !== '' || NEGATED.test(modal),
      isDuty: DUTY.test(modal) && !/able|allowed/u.test(modal),
    });
    return moment === null ? main : `${main} ${lowerFirst(moment[1] ?? '', voice)}`;
  }
  return undefined;
}

function phraseExistence(action: string, isForbidden: boolean): string {
  const thing = action.replace(/^be /u, '');
  return isForbidden ? `allow no ${thing}` : `provide ${thing}`;
}

/** A plain statement asks for what it says: "Passwords are hashed", "The export finishes in 10 s". */
function rewriteStatement(text: string, voice: Voice): string | undefined {
  const words = text.split(' ');
  for (let place = 1; place < Math.min(words.length, SUBJECT_WORDS); place += 1) {
    const word = words[place] ?? '';
    const before = words.slice(0, place).join(' ');
    if (/[,:;(]$/u.test(before)) return undefined;
    if (isInClause(before, word, words[place + 1] ?? '')) continue;
    const action = readAction(word, words.slice(place + 1), before, voice);
    if (action === undefined) continue;
    const moment = MOMENT.exec(before);
    const subject = findSubject((moment?.[2] ?? before).replace(/^no /iu, 'any '), voice);
    const negation = /^(?:be )?(?:not|never) /u.exec(action)?.[0] ?? '';
    const rest =
      negation === '' ? action : `${negation.startsWith('be ') ? 'be ' : ''}${action.slice(negation.length)}`;
    const main = phraseDemand({
      subject,
      action: rest,
      isForbidden: negation !== '' || /^no /iu.test(before),
      isDuty: false,
    });
    return moment === null ? main : `${main} ${lowerFirst(moment[1] ?? '', voice)}`;
  }
  return undefined;
}

/** "Records that do not match are written": the clause ends where the passive begins; anything else may still be in it. */
function isInClause(before: string, word: string, next: string): boolean {
  const clause = / (?:where|that|which|who|whose|when|if)\b(.*)$/iu.exec(before)?.[1];
  if (clause === undefined) return false;
  const isPassive = (word === 'is' || word === 'are') && baseOfParticiple(next) !== undefined;
  return !isPassive || clause.trim().split(' ').length < 2;
}

function readAction(word: string, rest: string[], before: string, voice: Voice): string | undefined {
  const last = before.split(' ').at(-1)?.toLowerCase() ?? '';
  if (DETERMINERS.has(last) || PREPOSITIONS.has(last)) return undefined;
  const tail = rest.join(' ');
  if (word === 'is' || word === 'are' || word === 'stays' || word === 'stay' || word === 'remains')
    return /^(?:in|on|at|to|from|of|with|)$/u.test(tail) ? undefined : `be ${tail}`;
  if (word === 'has' || word === 'have') {
    // "The team has signed the report" asks for the signing.
    const done = rest.length > 1 ? baseOfParticiple(rest[0] ?? '') : undefined;
    return done === undefined ? `have ${tail}` : `${done} ${rest.slice(1).join(' ')}`;
  }
  const next = (rest[0] ?? '').toLowerCase();
  const base = baseOfThird(word);
  // "search results page": a word that is as often a noun is a verb only before what a verb takes.
  if (
    base !== undefined &&
    !PEOPLE.has(word.slice(0, -1)) &&
    word !== 'us' &&
    (!NOUN_LIKE.has(base) || PLAIN.has(base) || DETERMINERS.has(next) || isAfterDeterminer(before, next))
  )
    return `${base} ${joinThird(tail)}`.trim();
  // "Errors name the file": many things, and what each of them does to something.
  if (
    VERBS.has(word) &&
    (DETERMINERS.has(next) || !NOUN_LIKE.has(word)) &&
    (/[^su]s$/u.test(last) || before.includes(' and '))
  )
    return `${word} ${tail}`;
  if (VERBS.has(word) && /^\p{L}+s$/u.test(before) && /^(?:after|when|if|until|within|before|once)$/u.test(next))
    return `${word} ${tail}`;
  const people = findSubject(before, voice).kind === 'people' && /s$|^(?:people|children|staff|everyone)$/u.test(last);
  if (people && VERBS.has(word) && !/^(?:group|account|profile|list|page|role)$/u.test(word))
    return `${word} ${tail}`.trim();
  return undefined;
}

/** "picks a lantern and turns it": the second verb follows the first into its base form. */
const joinThird = (tail: string): string =>
  tail.replace(
    /\band ([a-z]+s)\b(?= (?:it|them|the|an?|its|their|all|to|in|off|on|up|out|back|by|with|from|every|each)\b)/gu,
    (whole, word: string) => {
      const base = baseOfThird(word);
      return base === undefined || (NOUN_LIKE.has(base) && !/^(?:turn|move|show|open|return|store|send)$/u.test(base))
        ? whole
        : `and ${base}`;
    },
  );

/** "The job logs to a file": a singular subject with its article, and a preposition behind. */
const isAfterDeterminer = (before: string, next: string): boolean =>
  /^(?:the|a|an|each|every|it)\b/iu.test(before) && !before.endsWith('s') && PREPOSITIONS.has(next) && next !== 'of';
