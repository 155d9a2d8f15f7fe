import type { HeadingClass } from './document.ts';
import {
  AFTERWARDS,
  ALWAYS_CONTEXT,
  APPENDIX,
  ARCHITECTURE,
  BOTH,
  BUSINESS,
  CONSTRAINTS,
  DECISIONS,
  DONE_WHEN,
  EXAMPLE,
  FRONT,
  IN_SCOPE,
  INCLUDED,
  INSTRUCTIONS,
  KEPT_OF_PEOPLE,
  MEASURE,
  NON_FUNCTIONAL,
  NOT_INCLUDED,
  OUT_OF_SCOPE,
  PART,
  REQUIREMENTS,
  SCOPE_IN,
  SCOPE_OUT,
  WEAK_DATA,
} from './heading-patterns.ts';
import { MIXED } from './heading-words-text.ts';
import { type Listed, foldCase } from './look-up-word.ts';
import { classesOf, classesOfParts } from './read-name-words.ts';

const NAME_MAX = 80;

/** Words under which a list is a limit, and a label says so of what stands behind it. */
export const isOutOfScope = (name: string): boolean =>
  name.length <= NAME_MAX && OUT_OF_SCOPE.test(name) && nameHeading(name) === 'limit';

/** What a heading's name says, where every content word of it is known; null where one is not. */
export function nameHeading(heading: string): HeadingClass | null {
  const named = heading.slice(0, 2 * NAME_MAX).replace(PART, '');
  const appendix = APPENDIX.exec(named)?.[0];
  if (appendix !== undefined) {
    const name = nameWhole(named.slice(appendix.length));
    return name !== null && REQUIREMENTS.test(named) ? name : 'context';
  }
  return nameWhole(named) ?? nameInBrackets(named) ?? nameFront(named);
}

function nameWhole(heading: string): HeadingClass | null {
  const inBrackets = BRACKETS.exec(heading)?.[1] ?? '';
  const bare = foldCase(heading)
    .replace(/[(（][^()（）]*[)）]/gu, ' ')
    .replace(/[^\p{L}\p{N}'’&/.+-]+/gu, ' ')
    .trim();
  if (BOTH.test(bare)) return 'mixed';
  if (NOT_INCLUDED.test(bare)) return 'limit';
  if (INCLUDED.test(bare)) return 'work';
  if (OUT_OF_SCOPE.test(inBrackets) || OUT_OF_SCOPE.test(bare)) return 'limit';
  if (AFTERWARDS.test(bare)) return 'later';
  if (bare === '' || bare.length > NAME_MAX || KEPT_OF_PEOPLE.test(bare)) return null;
  if (IN_SCOPE.test(bare)) return 'work';
  if (MIXED.test(bare)) return inOrOut(inBrackets);
  if (NON_FUNCTIONAL.test(bare)) return 'quality';
  if (DONE_WHEN.test(bare)) return 'restate';
  if (INSTRUCTIONS.test(bare)) return 'limit';
  if (EXAMPLE.test(bare) || ALWAYS_CONTEXT.test(bare) || BUSINESS.test(bare)) return 'context';
  if (DECISIONS.test(bare) || CONSTRAINTS.test(bare))
    return REQUIREMENTS.test(bare) || SCOPE.test(bare) ? 'mixed' : 'limit';
  const classes = classesOf(bare, /[,，、·・/&]/u.test(heading));
  return classes === null ? null : decide(classes, bare);
}

/** "Scope and Limitations" holds what is in as well. */
const SCOPE = /(?<!\p{L})scope(?!\p{L})/iu;
/** "Scope (in)", "Escopo (out)". */
const inOrOut = (inBrackets: string) =>
  SCOPE_IN.test(inBrackets) ? 'work' : SCOPE_OUT.test(inBrackets) ? 'limit' : 'mixed';

const BRACKETS = /[(（]([^()（）]*)[)）]/u;
const NOT_ASCII = /[^\p{ASCII}’–—“”]/u;

/** "ĐỐI TƯỢNG (User Personas)": a heading in one language with its name in another behind it. */
function nameInBrackets(heading: string): HeadingClass | null {
  const inner = BRACKETS.exec(heading)?.[1];
  if (inner === undefined || !NOT_ASCII.test(heading.replace(BRACKETS, '')) || NOT_ASCII.test(inner)) return null;
  return nameWhole(inner);
}

/** "Success Metrics — Drop 1" is about metrics, whatever of; one word may be a name of its own ("Status: Active"). */
function nameFront(heading: string): HeadingClass | null {
  const front = FRONT.exec(heading)?.[1] ?? '';
  if (!/\p{L}\s+\S*\p{L}/u.test(front) || /\d$/u.test(front)) return null;
  const name = nameWhole(front);
  return name === 'schedule' || name === 'done' || name === 'restate' ? null : name;
}

const STACK = /(?<!\p{L})stack(?!\p{L})/iu;
const ASKED: readonly Listed[] = ['work', 'data', 'quality', 'restate'];
/** Verbs and small words of the list of work, which any heading may hold. */
const SMALL = new Set('must have should build case edge operation operations management'.split(' '));

/** Where not every word is known: one that names work, and none that names anything else. */
export function leansToWork(heading: string): boolean {
  let isAsked = false;
  const words = foldCase(heading.slice(0, 2 * NAME_MAX)).split(/[^\p{L}\p{N}]+/u);
  for (const [part, found] of classesOfParts(words.filter((word) => !SMALL.has(word)))) {
    if ([...found].some((name) => !ASKED.includes(name) && name !== 'look')) return false;
    if (found.has('work') || LEANING.test(part)) isAsked = true;
  }
  return isAsked;
}

/** Words that say so only beside a list. */
const LEANING =
  /^(?:deployment|rollback|permissions?|commands?|transitions|protocol|shortcuts|validations?|policies)$/u;

function decide(found: ReadonlySet<Listed>, bare: string): HeadingClass {
  const has = (name: Listed) => found.has(name);
  if (has('later') && !has('limit')) return 'later';
  if (has('done') && has('work')) return 'done';
  if (has('restate')) return 'restate';
  if (MEASURE.test(bare) && has('context')) return 'context';
  // "Revenue model" is no data: only a word of two meanings said so.
  if (has('context') && has('data') && WEAK_DATA.test(bare)) return 'context';
  if (has('quality')) return 'quality';
  if (has('data')) return 'data';
  // "Stack and infrastructure" tells what it stands on, and configuring a budget sets nothing up.
  if (has('setup') && !STACK.test(bare)) return has('context') ? 'mixed' : 'setup';
  if (has('limit')) return has('work') || has('scope') ? 'mixed' : 'limit';
  // "Scope Definition" holds what is in and what is out.
  if (has('scope')) return 'mixed';
  if (has('soft')) return has('work') && !ARCHITECTURE.test(bare) ? 'mixed' : 'soft';
  if (has('look')) return has('work') || has('context') ? 'mixed' : 'look';
  if (has('schedule')) return has('context') && !has('work') ? 'context' : 'schedule';
  if (has('context')) return has('work') ? 'mixed' : 'context';
  return 'work';
}
