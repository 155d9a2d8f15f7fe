import type { PrdDecision, PrdRole, PrdSection, RoleCounts } from '#contract/requirement.ts';
import { countLines } from '../document/split-lines.ts';
import type { ShownBlock, ShownReading } from '../document/shown-reading.ts';
import { type NamedPlan, type NamedTask, taskOf } from '../tracing/named-plan.ts';
import { type Folds, isFoldable } from './start-folds.ts';

export interface BlockRow {
  kind: 'block';
  /** Unique, and stable while the text above it is unchanged. */
  id: string;
  line: number;
  block: ShownBlock;
  task: NamedTask | undefined;
  /** First of a run of blocks with the same role and task: only it shows the label. */
  startsRun: boolean;
  /** The block above, or below, is work of the same task. */
  joinsAbove: boolean;
  joinsBelow: boolean;
  isChanged: boolean;
  /** The section this heading begins, if it can be collapsed. */
  opens: PrdSection | undefined;
}

export interface FoldRow {
  kind: 'fold';
  id: string;
  line: number;
  section: PrdSection;
  counts: RoleCounts;
}

export interface DecisionRow {
  kind: 'decision';
  id: string;
  line: number;
  decision: PrdDecision;
}

export type Row = BlockRow | FoldRow | DecisionRow;

/** A role, or lines that the previous version did not have. */
export type Filter = PrdRole | 'changed';

interface Wishes {
  plan: NamedPlan | undefined;
  folds: Folds;
  /** Empty shows everything; otherwise collapsed sections are searched too. */
  filter: ReadonlySet<Filter>;
  changed: ReadonlySet<number>;
}

/** Flattens the document into rows; a collapsed section is one row with its counts. */
export function flattenDocument(reading: ShownReading, wishes: Wishes): Row[] {
  const rows = wishes.filter.size > 0 ? filtered(reading, wishes) : unfolded(reading, wishes);
  for (const [at, row] of rows.entries()) {
    if (row.kind !== 'block') continue;
    const [before, after] = [rows[at - 1], rows[at + 1]];
    const isWork = row.task !== undefined && row.block.role === 'work';
    row.startsRun = !isAlike(before, row);
    row.joinsAbove = isWork && !row.startsRun;
    row.joinsBelow = isWork && isAlike(after, row);
  }
  return rows;
}

const isAlike = (other: Row | undefined, { block, task }: BlockRow) =>
  other?.kind === 'block' && other.block.role === block.role && other.task === task;

function unfolded(reading: ShownReading, wishes: Wishes): Row[] {
  const rows: Row[] = [];
  const questions = questionsOf(reading);
  const foldable = reading.sections.filter((section) => isFoldable(reading.sections, section));
  const opening = new Map(foldable.map((section) => [section.start_line, section]));
  let folded: FoldRow | undefined;
  for (const block of reading.blocks) {
    if (folded && block.start_line <= folded.section.end_line) {
      count(folded.counts, reading, block);
      continue;
    }
    folded = undefined;
    const opens = block.kind === 'heading' ? opening.get(block.start_line) : undefined;
    if (opens && wishes.folds.has(opens.start_line)) {
      folded = { kind: 'fold', id: `f${opens.start_line}`, line: opens.start_line, section: opens, counts: noLines() };
      count(folded.counts, reading, block);
      rows.push(folded);
    } else rows.push(...withQuestions(rowOf(block, wishes, opens), questions));
  }
  return rows;
}

/** Matching blocks, each preceded by the heading it belongs to. */
function filtered(reading: ShownReading, wishes: Wishes): Row[] {
  const rows: Row[] = [];
  const isWanted = (block: ShownBlock) =>
    (block.role !== undefined && wishes.filter.has(block.role)) ||
    (wishes.filter.has('changed') && isChangedBlock(block, wishes.changed));
  const questions = wishes.filter.has('unsure') ? questionsOf(reading) : new Map<number, PrdDecision>();
  let heading: ShownBlock | undefined;
  for (const block of reading.blocks) {
    if (block.kind === 'heading') heading = block;
    if (!isWanted(block)) continue;
    if (heading && heading !== block) rows.push(...withQuestions(rowOf(heading, wishes, undefined), questions));
    heading = undefined;
    rows.push(...withQuestions(rowOf(block, wishes, undefined), questions));
  }
  return rows;
}

/** Decisions about whole sections, by the start line of the block they are shown at. */
function questionsOf({ blocks, decisions }: ShownReading): Map<number, PrdDecision> {
  const asked = decisions.filter(({ scope }) => scope === 'section');
  return new Map(
    asked.flatMap((decision) => {
      const at = blocks.find(({ start_line }) => start_line >= decision.start_line);
      return at ? [[at.start_line, decision] as const] : [];
    }),
  );
}

/** A decision about a section is shown below its heading. */
function withQuestions(row: BlockRow, questions: ReadonlyMap<number, PrdDecision>): Row[] {
  const decision = questions.get(row.line);
  if (!decision) return [row];
  const question: DecisionRow = { kind: 'decision', id: `d${row.line}`, line: row.line, decision };
  return row.block.kind === 'heading' ? [row, question] : [question, row];
}

const rowOf = (block: ShownBlock, { plan, changed }: Wishes, opens: PrdSection | undefined): BlockRow => ({
  kind: 'block',
  id: `b${block.start_line}`,
  line: block.start_line,
  block,
  task: block.role === 'work' || block.role === 'done' ? taskOf(plan, block) : undefined,
  startsRun: false,
  joinsAbove: false,
  joinsBelow: false,
  isChanged: isChangedBlock(block, changed),
  opens,
});

export function isChangedBlock({ start_line, end_line }: ShownBlock, changed: ReadonlySet<number>) {
  if (changed.size === 0) return false;
  for (let line = start_line; line <= end_line; line += 1) if (changed.has(line)) return true;
  return false;
}

const noLines = (): RoleCounts => ({ total: 0, work: 0, context: 0, limit: 0, done: 0, unsure: 0 });

function count(counts: RoleCounts, { lines }: ShownReading, block: ShownBlock) {
  const many = countLines(lines, block);
  counts.total += many;
  if (block.role) counts[block.role] += many;
}
