import type { Requirement } from '#contract/requirement.ts';
import { splitLines } from '#server/prd/index.ts';
import { draftedLists } from '../drafted-lists.ts';
import type { ReadPrd } from '../planner.ts';
import type { Run } from './drafting-run.ts';
import { ModelFailure } from './explain-failure.ts';
import { gatherOutline, type Outline } from './gather-outline.ts';
import { numberLines, type PrdRow, splitRows } from './number-lines.ts';
import { ownLines } from './own-lines.ts';
import { writeRanges } from './read-ranges.ts';
import { askForOutline, askForRest, listHints, SHARES, type ShownPlan } from './write-prompt.ts';

const HALVINGS = 2;

/** The whole PRD in one request; if it is too long, in consecutive ones that see the outline so far. */
export async function draftOutline(run: Run): Promise<Outline> {
  const { content, reading } = run.input;
  const parts = splitRows(numberLines(content, reading), run.room * SHARES.lines);
  if (parts.length > 1)
    run.notices.push(`The PRD is too long for one request: it was outlined in ${parts.length} parts.`);
  let outline: Outline = { lists: [], tasks: [], roles: [] };
  for (const [place, rows] of parts.entries()) {
    run.reporter.say('Outlining the plan', Math.floor((OUTLINE_PERCENT * place) / parts.length));
    outline = await outlinePart(run, outline, rows);
    run.reporter.list(listsOf(outline));
  }
  return outline;
}

export const OUTLINE_PERCENT = 35;

/** A part whose outline is too long for one answer is split in halves, recursively. */
async function outlinePart(run: Run, outline: Outline, rows: readonly PrdRow[], halvings = 0): Promise<Outline> {
  const { builtIn, maxTasks, reading } = run.input;
  const hints = listHints(builtIn, reading.requirements, rows);
  try {
    const question = askForOutline(rows, { hints, shown: showOutline(outline), maxTasks, room: run.room });
    const answer = await run.ask(question, (tasks) => run.reporter.count(outline.tasks.length + tasks));
    return gatherOutline(outline, answer, frameOf(run));
  } catch (error) {
    const isCut = error instanceof ModelFailure && error.kind === 'cut-answer';
    if (!isCut || rows.length < 2 || halvings === HALVINGS) throw error;
    const middle = Math.ceil(rows.length / 2);
    const first = await outlinePart(run, outline, rows.slice(0, middle), halvings + 1);
    return outlinePart(run, first, rows.slice(middle), halvings + 1);
  }
}

/** Asks again for the lines of these requirements, with their headings. */
export async function outlineRest(
  run: Run,
  outline: Outline,
  read: ReadPrd,
  rest: readonly Requirement[],
): Promise<Outline> {
  const rows = numberLines(run.input.content, read.reading);
  const claims = rest.map(({ start_line, end_line }) => ({ start: start_line, end: end_line, by: true }));
  const isLeft = ownLines(claims, rows.at(-1)?.line ?? 0);
  const sections = new Set(rows.filter(({ line }) => isLeft[line]).map(({ section }) => section));
  const wanted = rows.filter(({ line, section, isHeading }) => isLeft[line] || (isHeading && sections.has(section)));
  run.reporter.say('Planning what was left out', OUTLINE_PERCENT);
  let repaired = outline;
  for (const part of splitRows(wanted, run.room * SHARES.lines)) {
    const answer = await run.ask(askForRest(part, showOutline(repaired), run.room));
    repaired = gatherOutline(repaired, answer, frameOf(run));
    run.reporter.list(listsOf(repaired));
  }
  return repaired;
}

const listsOf = ({ lists, tasks }: Outline) =>
  draftedLists(
    {
      lists: lists.map(({ number, name }) => ({ key: String(number), name })),
      tasks: tasks.map(({ list }) => ({ list: String(list) })),
    },
    () => false,
  );

const frameOf = ({ input: { content, reading } }: Run) => ({
  lastLine: splitLines(content).length,
  title: reading.title?.slice(0, 100) || 'Tasks',
});

const showOutline = ({ lists, tasks }: Outline): ShownPlan => ({
  lists: lists.map(({ number, name, goal }) => ({ list: number, name, goal })),
  tasks: tasks.map(({ number, list, title, ranges }) => ({ task: number, list, title, lines: writeRanges(ranges) })),
});
