import { baseOfParticiple, gerundOf } from './inflect-verb.ts';
import type { Subject } from './find-subject.ts';
import { ADVERBS, BOUNDS } from './word-lists-text.ts';

export interface Demand {
  subject: Subject;
  /** What it is to do, from the verb's base form on: "send a reminder", "be encrypted". */
  action: string;
  isForbidden: boolean;
  /** Whether people are obliged to do it rather than able to. */
  isDuty: boolean;
}

const ABLE =
  /^(?:be (?:able|allowed|permitted|enabled|free) to|have the (?:ability|option|possibility) to|be capable of|be given the option to) /iu;
const SHOWN = /^(?:show|display|list|present|render) (.+)$/u;
const HELD = /^(?:include|contain|carry) (.+)$/u;
const SEEN = /^(?:see|view|receive|get|find|have|know|understand|feel|be)\b/u;

/** One sentence with a subject and an action, turned into what somebody has to build. */
export function phraseDemand({ subject, action: said, isForbidden, isDuty }: Demand): string {
  const isAble = ABLE.test(said);
  const possible = /^be possible for (.{2,40}?) to (.+)$/u.exec(said);
  if (possible !== null && !isForbidden) return `let ${article(possible[1] ?? '')} ${possible[2] ?? ''}`;
  const action = dropAdverbs(said.replace(ABLE, '').replace(/^be possible to /u, ''));
  if (action.startsWith('be ')) return phraseState(subject, dropAdverbs(action.slice(3)), isForbidden);
  if (isForbidden) return phraseBan(subject, action);
  const allowed = /^(?:allow|let|enable|permit)s? (.{2,40}?) to (.+)$/u.exec(action);
  if (allowed !== null && subject.kind !== 'people') return `let ${article(allowed[1] ?? '')} ${allowed[2] ?? ''}`;
  if (subject.kind === 'system') return action;
  if (subject.kind === 'people') {
    if (isDuty && !isAble && !SEEN.test(action)) return `require ${subject.text} to ${action}`;
    return `let ${subject.text} ${action}`;
  }
  return phraseThing(subject, action);
}

function phraseThing(subject: Subject, action: string): string {
  const shown = SHOWN.exec(action)?.[1];
  if (shown !== undefined && isPlainObject(shown) && subject.text.split(' ').length <= 5)
    return `show ${shown} ${subject.kind === 'place' ? 'on' : 'in'} ${subject.text}`;
  const held = HELD.exec(action)?.[1];
  if (held !== undefined && isPlainObject(held)) return `include ${held} in ${subject.text}`;
  const had = /^have (.+)$/u.exec(action)?.[1];
  if (had !== undefined) return `give ${subject.text} ${had}`;
  return `make ${subject.text} ${action}`;
}

/** No clause inside, so that something can be put behind it. */
const isPlainObject = (text: string): boolean =>
  text.length <= 40 && !/[,;:(]| (?:when|if|that|which|and|so|with|in|on) /u.test(text);

function phraseState(subject: Subject, state: string, isForbidden: boolean): string {
  const [first = '', ...others] = state.split(' ');
  const rest = others.join(' ');
  if (isForbidden) return `prevent ${subject.text} from being ${state}`;
  const base = baseOfParticiple(first.toLowerCase().replace(/[,.;:]$/u, ''));
  if (base !== undefined && !STATES.has(first.toLowerCase())) return phrasePassive(subject, base, rest);
  if (BOUNDS.has(first.toLowerCase()) || /^[<>≤≥~\d]/u.test(first)) return `keep ${subject.text} ${state}`;
  if (subject.kind === 'system')
    return `make ${subject.text === 'it' || subject.text === 'we' ? 'the system' : subject.text} ${state}`;
  return `make ${subject.text} ${state}`;
}

/** Look like participles and are said of what something is. */
const STATES = new Set(['limited', 'based', 'supposed', 'related', 'organized', 'structured', 'interested', 'located']);

function phrasePassive(subject: Subject, base: string, rest: string): string {
  const object = subject.text === 'it' || subject.text === 'we' ? 'the result' : subject.text;
  const by =
    /^(.*?)\bby ((?:the |an? |all |any )?(?:users?|admins?|administrators?|customers?|members?|owners?|managers?|editors?|operators?))\b ?(.*)$/u.exec(
      rest,
    );
  if (by !== null) return `let ${article(by[2] ?? '')} ${base} ${object} ${by[1] ?? ''}${by[3] ?? ''}`.trim();
  // "be backed up": the little word stays with its verb.
  const particle = /^(up|down|in|out|off|on|back|over|away)\b ?(.*)$/u.exec(rest);
  const isParticle = particle !== null && PHRASAL.has(`${base} ${particle[1] ?? ''}`);
  const verb = isParticle ? `${base} ${particle[1] ?? ''}` : base;
  const tail = isParticle ? (particle[2] ?? '') : rest;
  const told = joinPassive(
    tail,
    (object.split(/ (?:of|in|for|with|outside) /u)[0] ?? '').endsWith('s') ? 'them' : 'it',
  );
  return `${verb} ${object} ${told.replace(/^by the (?:system|app|application|service|server)\b ?/u, '')}`.trim();
}

/** "is discarded and counted as a fault" goes on as "and count it as a fault". */
const joinPassive = (tail: string, pronoun: string): string =>
  tail.replace(/\band ([a-z]+)\b/u, (whole, word: string) => {
    const base = baseOfParticiple(word);
    return base === undefined || !/(?:ed|en|nt|wn)$/u.test(word) ? whole : `and ${base} ${pronoun}`;
  });

const PHRASAL = new Set(
  'back up,roll back,log in,log out,log off,turn on,turn off,switch on,switch off,shut down,set up,clean up,scale up,scale down,write down,fill in,fill out,roll out,lock out,sign in,sign out,look up,carry out,phase out,carry over,break down,spread out,opt in,opt out,power on,power off,power down,pass on,read out,send out,paid out,pay out,swap out,list out,bring back,hand over,hand off,keep out,filter out,wind down,rate limit'.split(
    ',',
  ),
);

function phraseBan(subject: Subject, action: string): string {
  if (subject.kind === 'system') return `do not ${action}`;
  const [verb = '', ...rest] = action.split(' ');
  return `prevent ${subject.text} from ${gerundOf(verb)} ${rest.join(' ')}`.trim();
}

/** "the user" becomes "users", as in the rest of the titles. */
const article = (people: string): string =>
  people.replace(
    /^(?:the|an?) (users?|admins?|customers?|members?|owners?|administrators?|managers?|editors?|operators?)$/u,
    (_, who: string) => (who.endsWith('s') ? who : `${who}s`),
  );

function dropAdverbs(action: string): string {
  const space = action.indexOf(' ');
  const first = action.slice(0, space).toLowerCase().replace(/,$/u, '');
  return space > 0 && ADVERBS.has(first) ? dropAdverbs(action.slice(space + 1)) : action;
}
