import { headNoun, singular } from './find-subject.ts';
import { baseOfGerund, baseOfThird } from './inflect-verb.ts';
import { NOUN_LIKE, PLAIN, VERBS } from './verbs-text.ts';
import { type Voice, lowerFirst } from './voice.ts';
import { BOUNDS, BUILT_THINGS, DETERMINERS, PEOPLE, PREPOSITIONS, QUALITIES } from './word-lists-text.ts';

const MEASURED =
  /(?:^|\s)(?:[<>≤≥]|under \d|below \d|within \d|at (?:most|least) |less than|more than|no more than|up to \d|above \d|over \d|\d+(?:\.\d+)? ?%)/u;

/** A title for what is no sentence: "CSV export of invoices" to "add CSV export of invoices". */
export function nameThing(text: string, voice: Voice): string {
  const imperative = readOrder(text, voice) ?? readDisguised(text);
  if (imperative !== undefined) return imperative;
  const thing = lowerFirst(text, voice);
  const lower = thing.toLowerCase();
  const first = lower.split(' ')[0] ?? '';
  const wish =
    /^(?:the )?(?:ability|possibility|option|way|capability) (?:for (.{2,30}?) )?to (.+)$/iu.exec(text) ?? undefined;
  if (wish !== undefined) return `let ${wish[1] ?? 'users'} ${wish[2] ?? ''}`;
  if (/^(?:phase|milestone|stage|sprint|iteration|step) \d/u.test(lower)) return `complete ${thing}`;
  if (/^support for /iu.test(text)) return `support ${text.slice('support for '.length)}`;
  if (/^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \S/u.test(text)) return `serve ${text}`;
  if (/^(?:WCAG|GDPR|HIPAA|PCI|ISO|SOC ?2|OWASP|CCPA|FIPS|MISRA|DSGVO)\b/u.test(text)) return `meet ${text}`;
  if (/^no (?!more|less|fewer)/u.test(lower)) return `allow ${thing}`;
  if (QUALITIES.has(first) && lower.split(' ').length <= 2)
    return `meet the ${lower.replace(/ requirements?$/u, '')} requirements`;
  if (MEASURED.test(lower) && (BOUNDS.has(first) || /^[<>≤≥\d]/u.test(first))) return `reach ${thing}`;
  if (MEASURED.test(lower)) return `keep ${thing}`;
  return `${verbFor(thing, lower)} ${thing}`;
}

function verbFor(thing: string, lower: string): string {
  const head = headNoun(lower.split(/[:,;–—]/u)[0] ?? '');
  if (DETERMINERS.has(lower.split(' ')[0] ?? '')) return BUILT_THINGS.has(head) ? 'build' : 'add';
  if (BUILT_THINGS.has(head) && /^\p{Ll}/u.test(thing)) return 'build the';
  if (BUILT_THINGS.has(singular(head))) return 'build';
  return 'add';
}

/** A row of a table of endpoints, or of targets. */
export function nameRow(text: string, voice: Voice): string | undefined {
  const [, path = '', method = '', purpose] =
    /^(\/\S*?):? .*?\bmethod (GET|POST|PUT|PATCH|DELETE)\b(?:.*?\b(?:purpose|description) (.+))?/iu.exec(text) ?? [];
  if (path !== '') return `serve ${method} ${path}${purpose === undefined ? '' : `: ${lowerFirst(purpose, voice)}`}`;
  return /:.*\btarget\b.{0,12}\d/iu.test(text) ? `reach ${lowerFirst(text, voice)}` : undefined;
}

/** Already an order: "Reject rows whose amount is negative". */
export function readOrder(text: string, voice: Voice): string | undefined {
  const [first = '', second = '', third = ''] = text.split(' ');
  const word = first.toLowerCase().replace(/[,:;]$/u, '');
  // GET is a method, not an order.
  if (!VERBS.has(word) || /^\p{Lu}{3,}$/u.test(first)) return undefined;
  const next = second.toLowerCase().replace(/[,:;]$/u, '');
  const isVerb =
    !NOUN_LIKE.has(word) ||
    (STRONG.has(word) && !COMPOUND.test(next)) ||
    takesObject(next) ||
    isOrder(word, next, third.toLowerCase());
  return isVerb ? lowerFirst(text, voice) : undefined;
}

/** An order in disguise: "Sends a mail", "Exporting invoices". */
function readDisguised(text: string): string | undefined {
  const [first = '', second = ''] = text.split(' ');
  const word = first.toLowerCase().replace(/[,:;]$/u, '');
  const rest = text.slice(first.length);
  const said = baseOfThird(word);
  if (
    said !== undefined &&
    said !== 'be' &&
    (!NOUN_LIKE.has(said) || takesObject(second.toLowerCase()) || (PLAIN.has(said) && second !== '')) &&
    !PEOPLE.has(said)
  )
    return `${said}${rest}`;
  const gerund = baseOfGerund(word);
  return gerund !== undefined && second !== '' && !NOUNS_IN_ING.has(word) ? `${gerund}${rest}` : undefined;
}

const takesObject = (next: string): boolean =>
  (DETERMINERS.has(next) && next !== 'that') || /^(?:it|them|users?|only)$/u.test(next);

/** "Filter invoices by date" is one, "Filter panel" is not. */
function isOrder(word: string, next: string, third: string): boolean {
  if (next === '') return false;
  if (!EAGER.has(word)) return false;
  if (PREPOSITIONS.has(next)) return next !== 'of' && next !== 'for';
  return /[^s]s$/u.test(next) && (third === '' || PREPOSITIONS.has(third));
}

const EAGER = new Set(
  'load alert train inventory rank score vote comment sign search filter sort export import sync share schedule print preview upload download track monitor display show reset edit archive undo tag link lock store process display run start stop read update upgrade request scan scale test review open play pause move copy paste mark match list group record release support limit cache log map measure check'.split(
    ' ',
  ),
);
/** Rather verbs, unless one of the words below makes a name of them: "Invite people", "Invite link". */
const STRONG = new Set(
  'change invite reply pin pick use pay work run start stop open move read draw play turn hold set post drag drop show roll switch hold'.split(
    ' ',
  ),
);
const COMPOUND =
  /^(?:log|link|links|code|codes|case|cases|history|button|page|list|screen|flow|time|times|state|mode|menu|rate|icon|order|settings?|notifications?|date|format|view|score|model|office|and|or|of|)$/u;
const NOUNS_IN_ING = new Set(
  'reading writing drawing warning beginning opening closing saving billing pricing onboarding logging monitoring testing reporting branding rating setting settings training messaging building meeting loading landing tracking shipping routing caching versioning streaming scheduling mapping heading listing booking string ping ring king thing nothing anything everything during following pending existing remaining incoming outgoing matching missing working trending upcoming ongoing rolling loading'.split(
    ' ',
  ),
);
