import type { Node, Section } from './document.ts';
import { INCLUDED } from './heading-patterns.ts';
import { areFields, namesOf } from './judge-fields.ts';
import { countWords, isAsking } from './judge-words.ts';
import { type Check, isAsked, makeCheck } from './make-check.ts';
import { nameHeading } from './name-heading.ts';

const SHORT_WORDS = 3;
/** Under a label that says what they are, names may be longer. */
const LABELLED_WORDS = 5;
/** "Available without a connection:" is half a sentence: what follows says nothing without it. */
const LED_IN_WORDS = 6;
const LABELLED_MAX = 300;
const JOINED_MAX = 400;

/** What follows "Alerts on:" may be as long as this and is still no sentence, however it ends. */
const NAME_WORDS = 10;

const OPEN_END =
  /(?<!\p{L})(?:for|on|with|of|by|to|from|in|at|including|für|mit|von|bei|auf|an|pour|avec|de|à|sur|para|con|com|por|en|em|per|da|voor|met|van|op|dla|do|z|для|от|с)\s*[:：]$/iu;

/** "Expose the latency of:", "Alerts on:": says nothing without its items, nor they without it. */
export const isHalfSaid = (text: string): boolean =>
  /[:：]$/u.test(text) && (isAsking(text) || OPEN_END.test(text.slice(-40)));

/** "If the copy is lost, the desk must:": what follows holds only then, whole sentence or not. */
const CONDITION =
  /^(?:if|when|whenever|unless|wenn|falls|si|lorsque?|quand|cuando|se|quando|caso|als|wanneer|jeśli|gdy|eğer|если|когда|nếu|khi)(?!\p{L})|^(?:如果|若|当|當)/iu;
const isCondition = (text: string): boolean => /[:：]$/u.test(text) && CONDITION.test(text);

/** Asks by itself, or is too long for a name. */
export const saysAll = (text: string): boolean => isAsking(text) || countWords(text) > NAME_WORDS;

interface Labelled {
  label: string | null;
  labelNode: Node | null;
  isOnly: boolean;
  /** Other labels of the section have checks too: this one tells its own apart. */
  isOneOfSeveral: boolean;
}

/** A lead-in, label or heading over names of things is one check with the names in it. */
export function joinShort(section: Section, found: Check[], group: Labelled): Check[] {
  const { label, labelNode } = group;
  // Each criterion is looked at on its own, however short it is.
  if (label !== null && nameHeading(label) === 'restate') return withLabel(found, labelNode);
  const fieldsOf = label ?? (group.isOnly ? section.heading : '');
  if (fieldsOf !== '' && areFields(found)) return withLabel([joinFields(section, found, fieldsOf, label)], labelNode);
  const over = label ?? headingOver(section, group);
  if (over === null || over === '' || found.length < (label === null ? 3 : 2)) return withLabel(found, labelNode);
  const isLedIn = group.isOneOfSeveral && labelNode !== null && labelNode.label === null;
  if (isLedIn && isCondition(labelNode.text)) return joinBound(section, found, group);
  const words = label === null ? SHORT_WORDS : isLedIn ? LED_IN_WORDS : LABELLED_WORDS;
  if (!found.every((check) => isPlainItem(check, words))) return withLabel(found, labelNode);
  const text = joinTexts(over, found);
  const isTerse = found.every((check) => countWords(check.text) <= SHORT_WORDS);
  if (text.length > (isTerse || isLedIn ? JOINED_MAX : LABELLED_MAX)) return withLabel(found, labelNode);
  return withLabel([joinAll(section, found, { text, label })], labelNode);
}

/** The items right below a condition are one check with it; prose behind them is not bound by it. */
function joinBound(section: Section, found: Check[], { label, labelNode }: Labelled): Check[] {
  const end = found.findIndex((check) => !isPlain(check));
  const items = end < 0 ? found : found.slice(0, end);
  const text = joinTexts(label ?? '', items);
  if (label === null || items.length < 2 || text.length > JOINED_MAX) return withLabel(found, labelNode);
  return withLabel([joinAll(section, items, { text, label }), ...found.slice(items.length)], labelNode);
}

/** What a scope includes is a feature each. */
const headingOver = ({ nodes, heading }: Section, { isOnly }: Labelled): string | null =>
  isOnly && !INCLUDED.test(heading) && nodes.every(({ kind }) => kind === 'item' || kind === 'paragraph')
    ? heading
    : null;

const joinTexts = (over: string, found: readonly Check[]) =>
  `${over}: ${found.map(({ text }) => text.replace(/[;,.]$/u, '')).join('; ')}`;

const joinAll = (section: Section, found: readonly Check[], given: Pick<Check, 'text' | 'label'>): Check =>
  makeCheck(
    section,
    found.flatMap(({ nodes }) => nodes),
    { ...given, kind: 'group' },
  );

/** The columns of a table are one check; where they are too long for it, their names, and the list goes with the task. */
function joinFields(section: Section, found: readonly Check[], over: string, label: string | null): Check {
  const whole = joinTexts(over, found);
  const isLong = whole.length > JOINED_MAX;
  const check = joinAll(section, found, { text: isLong ? `${over}: ${namesOf(found).join('; ')}` : whole, label });
  return isLong ? { ...check, attached: { start: check.start, end: check.end } } : check;
}

/** Nothing of its own but its words: no box, no id, nothing below. */
const isPlain = ({ kind, nodes, authorId, group }: Check): boolean =>
  kind === 'item' &&
  authorId === null &&
  group === null &&
  nodes.every(({ checked, mark }) => checked === null && mark === null);

const isPlainItem = (check: Check, words: number): boolean =>
  isPlain(check) &&
  (countWords(check.text) <= SHORT_WORDS || (countWords(check.text) <= words && !isAsking(check.text)));

/** The label's own line is traced by the first check below it. */
function withLabel(found: Check[], label: Node | null): Check[] {
  const first = found[0];
  if (label !== null && first !== undefined && isAsked(label)) first.nodes = [label, ...first.nodes];
  return found;
}
