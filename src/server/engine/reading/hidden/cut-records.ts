import type { Block, HeadingBlock } from '#markdown/block.ts';
import { normaliseText } from '../compare-text.ts';
import { countWords } from '../judge-words.ts';
import { readIdCell } from '../read-author-id.ts';
import { readHeading } from '../read-heading.ts';
import { plainText } from '../read-words.ts';
import { type Field, type Unit, unitsOf } from './read-field.ts';

/** One record may be the card of the document itself; two are how its author writes stories. */
const RECORDS_MIN = 2;
const TITLE_WORDS = 16;
const LEVEL_MAX = 12;

/** The heading of a record, with its priority and state, which stand on lines of their own. */
interface RecordHeading extends HeadingBlock {
  about?: string;
}

export type PrdBlock = Exclude<Block, HeadingBlock> | RecordHeading;

interface Part {
  heading: HeadingBlock | null;
  blocks: Block[];
  records: Run[];
}

/** Units from one start of a record to the next; without a title it is no record. */
interface Run {
  units: Unit[];
  title: string | null;
  id: string | null;
}

/**
 * Stories written as labelled lines (ID, Title, Description, Acceptance Criteria) as sections: the title is the heading, the
 * number, priority and state are told of it, the description and the criteria stand below.
 */
export function cutRecords(blocks: readonly Block[]): PrdBlock[] {
  const parts = partsOf(blocks);
  const count = parts.reduce((sum, { records }) => sum + records.filter(({ title }) => title !== null).length, 0);
  if (count < RECORDS_MIN) return [...blocks];
  return parts.flatMap((part) => writePart(part));
}

function partsOf(blocks: readonly Block[]): Part[] {
  const parts: Part[] = [{ heading: null, blocks: [], records: [] }];
  for (const block of blocks) {
    if (block.type === 'heading') parts.push({ heading: block, blocks: [], records: [] });
    else parts.at(-1)?.blocks.push(block);
  }
  for (const part of parts) part.records = runsOf(unitsOf(part.blocks));
  return parts;
}

/** The units before the first record are a run without a title. */
function runsOf(units: readonly Unit[]): Run[] {
  const runs: Unit[][] = [[]];
  let has = { id: false, title: false };
  for (const [i, unit] of units.entries()) {
    const { field } = unit;
    const isStart =
      (field?.kind === 'id' && (!has.title || has.id) && isHead(units[i + 1]?.field)) ||
      (field?.kind === 'title' && (has.title || (runs.length === 1 && !has.id)));
    if (isStart) {
      runs.push([]);
      has = { id: false, title: false };
    }
    if (field?.kind === 'id') has.id = true;
    if (field?.kind === 'title') has.title = true;
    runs.at(-1)?.push(unit);
  }
  return runs.map((own, i) => (i === 0 ? { units: own, title: null, id: null } : readRun(own)));
}

const isHead = (field: Field | null | undefined): boolean =>
  field !== null && field !== undefined && field.value.length > 0;

function readRun(units: Unit[]): Run {
  const fields = units.flatMap(({ field }) => field ?? []);
  const named =
    fields.find(({ kind }) => kind === 'title') ??
    fields.find(({ kind, value, isStory, label }) => kind === 'other' && label !== '' && value.length > 0 && !isStory);
  const title = named === undefined ? '' : named.value.join(' ').trim();
  const words = countWords(plainText(title));
  const asks = units.some(
    ({ field }, i) =>
      field !== null &&
      (field.isStory ||
        (field.kind !== 'id' && field.value.length === 0 && (field.below.length > 0 || isListNext(units[i + 1])))),
  );
  const isRecord = words > 0 && words <= TITLE_WORDS && asks;
  return { units, title: isRecord ? title : null, id: fields.find(({ id }) => id !== null)?.id ?? null };
}

const isListNext = (unit: Unit | undefined) =>
  unit?.block.type === 'list' && (unit.field === null || unit.field.kind === 'other');

function writePart({ heading, blocks, records }: Part): PrdBlock[] {
  const own = records.filter(({ title }) => title !== null);
  if (own.length === 0) return heading === null ? blocks : [heading, ...blocks];
  const level = Math.min((heading?.level ?? 1) + 1, LEVEL_MAX);
  const [only] = own;
  if (heading !== null && only !== undefined && own.length === 1 && records.length === 2 && isOf(heading, only))
    return [
      { ...heading, raw: nameRecord(heading, only.title ?? ''), about: aboutOf(only.units) },
      ...records.flatMap(({ units }) => units.flatMap(({ block, field }) => writeField(block, field))),
    ];
  const written = records.flatMap((run) =>
    run.title === null ? run.units.map(({ block }) => block) : writeRecord(run, run.title, level),
  );
  return heading === null ? written : [heading, ...written];
}

const isBareId = ({ raw }: HeadingBlock) => readIdCell(plainText(raw)) !== null;

/** The heading above a lone record is its own: it bears an id or a count, or says the title already. */
function isOf(block: HeadingBlock, { title }: Run): boolean {
  const { heading, id, number } = readHeading(block.raw);
  const isCounted = id !== null || number !== null || /\p{L}\s*\d/u.test(heading);
  return isBareId(block) || isCounted || normaliseText(heading) === normaliseText(title ?? '');
}

/** "### US-001" or "### Story 4" above "Title: Lend a book" is called by the title. */
function nameRecord(block: HeadingBlock, title: string): string {
  if (isBareId(block)) return `${block.raw}: ${title}`;
  return /^\P{L}*\p{L}{1,12}\s*#?\d{1,4}\P{L}*$/u.test(plainText(block.raw)) ? title : block.raw;
}

function writeRecord({ units, id }: Run, title: string, level: number): PrdBlock[] {
  const isOpen = ({ field }: Unit) =>
    field === null ||
    field.kind === 'description' ||
    (field.kind === 'other' && field.value.join(' ').trim() !== title);
  const cut = units.findIndex(isOpen);
  const head = units.slice(0, cut < 0 ? units.length : cut);
  const start = head[0]?.block.start ?? 1;
  const end = head.at(-1)?.block.end ?? start;
  const heading: RecordHeading = {
    type: 'heading',
    level,
    raw: id === null ? title : `${id}: ${title}`,
    start,
    end,
    about: aboutOf(units),
  };
  return [heading, ...units.slice(head.length).flatMap(({ block, field }) => writeField(block, field))];
}

/** Priority first, state last, as they would stand behind a heading. */
function aboutOf(units: readonly Unit[]): string {
  const values = units.flatMap(({ field }) => (field?.kind === 'about' ? [field] : []));
  values.sort((a, b) => Number(STATE.test(a.label)) - Number(STATE.test(b.label)));
  return values.map(({ value }) => `(${plainText(value.join(' '))})`).join(' ');
}

const STATE = /^(?:status|state|stan|estado|état|stato|durum|статус|状态|狀態|상태)$/iu;

function writeField(block: Block, field: Field | null): Block[] {
  const { start, end } = block;
  if (field === null) return [block];
  const { kind, value, below, label } = field;
  if ((kind === 'id' || kind === 'title' || kind === 'about') && below.length === 0)
    return [{ type: 'rule', start, end }];
  const lastOwn = below.length === 0 ? end : Math.max(start, (below[0]?.start ?? start + 1) - 1);
  if (value.length > 0 && (kind === 'description' || field.isStory))
    return [{ type: 'paragraph', lines: value, start, end: lastOwn }, ...below];
  if (value.length === 0 && label !== '')
    return [{ type: 'paragraph', lines: [`${label}:`], start, end: lastOwn }, ...below];
  return [block];
}
