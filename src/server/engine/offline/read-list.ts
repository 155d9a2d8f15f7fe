import type { Block, ItemBlock, ListBlock, TextBlock } from './block.ts';
import type { Draft } from './draft.ts';
import { cutText } from './draft/say-lines.ts';
import {
  isAboutText,
  isBehaviour,
  isImperative,
  isQuestion,
  isStory,
  strengthOfLabel,
  strengthOfText,
} from './judge-text.ts';
import { readExplicitId } from './read-explicit-id.ts';
import { readInline } from './read-inline.ts';
import { type Label, readLabel } from './read-label.ts';
import { isGiven, isStep } from './read-scenario.ts';
import { type Mode, type Reading, keep, modeOf } from './reading.ts';
import { squeeze } from './split-sentences.ts';

const FRAGMENT_WORDS = 3;
const LABEL_WORDS = 8;
const STATEMENT_WORDS = 5;
const DETAIL_WORDS = 8;
const GROUP_MAX = 200;

interface Item {
  block: ItemBlock;
  text: string;
  /** A link, a picture, something struck out, or nothing: no text of its own. */
  isBare: boolean;
  nested: ListBlock[];
  /** The last line of its own text, without what is nested. */
  end: number;
}

/** Reads a list: an item is a requirement, unless it only names a group of others. */
export function readList(list: ListBlock, reading: Reading, mode: Mode, path: string[]): void {
  const items = list.items.map(readItem);
  for (let i = 0; i < items.length; i += 1) {
    const steps = countSteps(items, i);
    if (steps > 1) {
      keepScenario(items.slice(i, i + steps), reading, mode, path);
      i += steps - 1;
    } else takeItem(items[i], reading, mode, path);
  }
}

function readItem(block: ItemBlock): Item {
  const first = block.children[0];
  const raw = first?.type === 'paragraph' ? first.lines.join('\n') : '';
  const { text, isLinkOnly } = readInline(raw);
  const isStruck = raw.startsWith('~~') && raw.endsWith('~~');
  const own = block.children.filter(({ type }) => type !== 'list');
  return {
    block,
    text: squeeze(text),
    isBare: isLinkOnly || isStruck || text.trim() === '',
    nested: block.children.filter(isList),
    end: own.at(-1)?.end ?? block.start,
  };
}

const isList = (block: Block): block is ListBlock => block.type === 'list';

/** Given, When, Then as items one after the other are one scenario. */
function countSteps(items: readonly Item[], from: number): number {
  if (!isGiven(items[from]?.text ?? '')) return 0;
  let count = 1;
  while (
    isStep(items[from + count]?.text ?? '') &&
    !/^(?:given|angenommen|dado)\s/iu.test(items[from + count]?.text ?? '')
  )
    count += 1;
  return count;
}

function keepScenario(steps: readonly Item[], reading: Reading, mode: Mode, path: string[]): void {
  const text = steps.map((step) => step.text.replace(/[.,;]$/u, '')).join(', ');
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return;
  const isCriterion = mode === 'work' && reading.head !== null;
  keep(
    reading,
    isCriterion ? 'criteria' : mode,
    { text, start: first.block.start, end: last.block.end },
    'scenario',
    path,
  );
}

function takeItem(item: Item | undefined, reading: Reading, mode: Mode, path: string[]): void {
  if (item === undefined) return;
  if (item.isBare) return takeNested(item, reading, mode, path);
  const label = readLabel(item.text);
  if (label !== null && takeLabel(item, label, reading, mode, path)) return;
  if (mode === 'work' && isQuestion(item.text) && !isStory(item.text)) return;
  if (
    mode === 'work' &&
    /^(?:see|siehe|voir|ver|vedi|zie)\s/iu.test(item.text) &&
    item.text.split(' ').length < LABEL_WORDS
  )
    return;
  const text = label?.use === 'itself' && label.rest !== '' ? label.rest : item.text;
  const passage = { text, start: item.block.start, end: item.end };
  const kind = item.block.checked === null ? 'item' : 'checkbox';
  if (item.nested.length === 0 || mode !== 'work') {
    keep(reading, mode === 'work' && belongsToHead(reading, item) ? 'criteria' : mode, passage, kind, path);
    return takeNested(item, reading, mode, path);
  }
  if (!states(item) && !isEnumeration(item))
    return takeNested(item, reading, mode, [...path, cutText(text.replace(/[:：]$/u, ''), GROUP_MAX)]);
  const draft = keep(reading, belongsToHead(reading, item) ? 'criteria' : mode, passage, kind, path);
  for (const list of item.nested)
    if (draft === null) readList(list, reading, mode, path);
    else readDetails(list, draft, reading, path);
}

function takeNested(item: Item, reading: Reading, mode: Mode, path: string[]): void {
  for (const list of item.nested) readList(list, reading, mode, path);
}

const belongsToHead = (reading: Reading, item: Item) => reading.head !== null && readExplicitId(item.text).id === null;

/** An item with others below it asks for something itself, or is only their name. */
function states({ block, text }: Item): boolean {
  if (block.checked !== null || isStory(text) || readExplicitId(text).id !== null) return true;
  if (/[:：]$/u.test(text)) return isUnfinished(text);
  return asks(text) || /[.!。！]$/u.test(text) || text.split(' ').length >= STATEMENT_WORDS;
}

/**
 * "The job runs when:" asks for one thing that the items below complete. "The user can:" and "the following:" begin a
 * requirement that each item ends in its own way.
 */
function isUnfinished(text: string): boolean {
  return (
    asks(text) &&
    !isAboutText(text) &&
    !/following|(?:can|must|shall|should|may|will|to|kann|muss|soll|peut|doit|puede|debe)\s*[:：]$/iu.test(text)
  );
}

/** Takes a list that completes the sentence above it into one requirement; false when each item stands for itself. */
export function completeSentence(block: TextBlock, list: ListBlock, reading: Reading, mode: Mode): boolean {
  const text = squeeze(readInline(block.lines.join(' ')).text);
  if (mode !== 'work' || !/^[^.!?。]+[:：]$/u.test(text) || !isUnfinished(text)) return false;
  const items = list.items.map(readItem);
  if (!items.every((item) => isDetail(item, true) && /^\p{Ll}/u.test(item.text))) return false;
  const draft = keep(reading, mode, { text, start: block.start, end: list.end }, 'sentence', reading.section.path);
  if (draft !== null) addDetails(draft, items, list);
  return draft !== null;
}

const asks = (text: string) => strengthOfText(text) !== null || isImperative(text) || isBehaviour(text);

/** What stands below an item that is a requirement: its criteria, its details, or requirements of their own. */
function readDetails(list: ListBlock, draft: Draft, reading: Reading, path: string[]): void {
  const items = list.items.map(readItem);
  const isWhole = draft.kind === 'story' || draft.kind === 'checkbox' || draft.explicit !== null;
  const isOpen = /[:：]$/u.test(draft.text);
  if (!isWhole && items.length > 0 && items.every((item) => isDetail(item, isOpen))) {
    addDetails(draft, items, list);
    return;
  }
  for (const item of items) {
    const isOwn =
      !isWhole || item.block.checked !== null || readExplicitId(item.text).id !== null || isStory(item.text);
    takeItem(item, reading, isOwn ? 'work' : 'criteria', path);
  }
}

function addDetails(draft: Draft, items: readonly Item[], list: ListBlock): void {
  const details = items.map(({ text }) => text.replace(/[.;,]$/u, '')).join(', ');
  draft.text = `${draft.text.replace(/[.:：]$/u, '')}: ${details}`;
  draft.end = Math.max(draft.end, list.end);
}

/** A name with nothing but single words below it is one thing: "Roles: owner, editor, viewer". */
function isEnumeration({ nested }: Item): boolean {
  const items = nested.flatMap((list) => list.items.map(readItem));
  return (
    items.length > 1 && items.every((item) => isDetail(item, false) && item.text.split(' ').length < FRAGMENT_WORDS)
  );
}

/** Too little to be built on its own; below a sentence that is not finished, anything short that does not ask for itself. */
function isDetail({ text, block, nested, isBare }: Item, isOpen: boolean): boolean {
  if (block.checked !== null || nested.length > 0 || isBare || readLabel(text) !== null) return false;
  const words = text.split(' ').filter((word) => /\p{L}/u.test(word)).length;
  if (isOpen && /^(?:how|which|what|whether|who|why|where)\s/iu.test(text)) return true;
  return words <= (isOpen ? DETAIL_WORDS : FRAGMENT_WORDS) && strengthOfText(text) === null && !isImperative(text);
}

/** True when the label has said what to do with the item. */
function takeLabel(item: Item, label: Label, reading: Reading, mode: Mode, path: string[]): boolean {
  if (label.role !== null) {
    const inner = modeOf(label.role, false);
    keep(reading, inner, { text: label.rest, start: item.block.start, end: item.end }, 'item', path);
    takeNested(item, reading, inner, path);
    return true;
  }
  if (label.use === 'aside') return mode === 'work' || mode === 'criteria';
  if (label.use !== 'meta' || label.rest.split(' ').length > LABEL_WORDS || mode !== 'work') return false;
  const last = reading.harvest.drafts.at(-1);
  const strength = /^p?rior/iu.test(label.name) ? strengthOfLabel(label.rest) : null;
  if (last !== undefined && strength !== null && strength !== 'never') last.strength = strength;
  return true;
}
