import type { DraftTask } from '#contract/plan-draft.ts';
import type { Reading } from '#contract/requirement.ts';
import { draftedLists } from '../drafted-lists.ts';
import type { DetailAnswer } from './answers.ts';
import type { Plan } from './build-plan.ts';
import { isPlain } from './cover-rest.ts';
import { OUTLINE_PERCENT } from './draft-outline.ts';
import type { Run } from './drafting-run.ts';
import { ModelFailure } from './explain-failure.ts';
import { numberLines, tokensOf } from './number-lines.ts';
import { pickRows } from './pick-rows.ts';
import { writeRanges } from './read-ranges.ts';
import { runBounded } from './run-bounded.ts';
import { askForDetails, SHARES, type ShownPlan } from './write-prompt.ts';

const AT_ONCE = 3;
/** Few enough for a model's attention and for the length of its answer. */
const TASKS_PER_REQUEST = 20;
const HALVINGS = 2;
const DETAILS_PERCENT = 60;
/** The remaining share of the lines is for the constraints of the document. */
const SECTIONS_SHARE = 0.75;

interface Batch {
  list: string;
  tasks: DraftTask[];
}

/** One request per list, three concurrently; a large list takes several. */
export async function draftDetails(
  run: Run,
  plan: Plan,
  reading: Reading,
): Promise<(DetailAnswer & { list: string })[]> {
  const rows = numberLines(run.input.content, reading);
  const byId = new Map(reading.requirements.map((requirement) => [requirement.id, requirement]));
  const linesOf = ({ requirement_ids }: DraftTask) =>
    requirement_ids
      .flatMap((id) => byId.get(id) ?? [])
      .map(({ start_line, end_line }) => ({ start: start_line, end: end_line }));
  const numberOf = new Map(plan.tasks.map(({ key }, place) => [key, place + 1]));
  const listOf = new Map(plan.lists.map(({ key }, place) => [key, place + 1]));
  const shown: ShownPlan = {
    lists: plan.lists.map(({ name, brief }, place) => ({ list: place + 1, name, goal: brief })),
    tasks: plan.tasks.map((task, place) => ({
      task: place + 1,
      list: listOf.get(task.list) ?? 0,
      title: task.title,
      lines: writeRanges(linesOf(task)),
    })),
  };
  const sectionOf = new Map(rows.map(({ line, section }) => [line, section]));
  const sectionsOf = (task: DraftTask) => [...new Set(linesOf(task).map(({ start }) => sectionOf.get(start) ?? -1))];
  const room = run.room * SHARES.lines;
  const ask = async ({ list, tasks }: Batch, halvings = 0): Promise<DetailAnswer[]> => {
    const picked = pickRows(rows, {
      ranges: tasks.flatMap(linesOf),
      sections: tasks.flatMap(sectionsOf),
      reading,
      room,
    });
    const asked = { list: listOf.get(list) ?? 0, tasks: tasks.flatMap(({ key }) => numberOf.get(key) ?? []) };
    try {
      return [await run.ask(askForDetails(asked, { rows: picked, shown, room: run.room }))];
    } catch (error) {
      const isCut = error instanceof ModelFailure && error.kind === 'cut-answer';
      if (!isCut || tasks.length < 2 || halvings === HALVINGS) throw error;
      const middle = Math.ceil(tasks.length / 2);
      const first = await ask({ list, tasks: tasks.slice(0, middle) }, halvings + 1);
      return [...first, ...(await ask({ list, tasks: tasks.slice(middle) }, halvings + 1))];
    }
  };
  const bySection = new Map<number, number>();
  for (const row of rows) bySection.set(row.section, (bySection.get(row.section) ?? 0) + tokensOf(row));
  const batches = listBatches(plan, sectionsOf, { bySection, room: room * SECTIONS_SHARE });
  let finished = 0;
  const open = new Map<string, number>();
  for (const { list } of batches) open.set(list, (open.get(list) ?? 0) + 1);
  const answers = await runBounded(AT_ONCE, batches, async (batch) => {
    const given = await ask(batch);
    finished += 1;
    const percent = OUTLINE_PERCENT + Math.floor((DETAILS_PERCENT * finished) / batches.length);
    const listName = plan.lists.find(({ key }) => key === batch.list)?.name ?? null;
    open.set(batch.list, (open.get(batch.list) ?? 1) - 1);
    run.reporter.list(draftedLists(plan, (key) => (open.get(key) ?? 0) === 0));
    run.reporter.say(`Described ${finished} of ${batches.length} lists`, percent, listName);
    return given.map((answer) => ({ ...answer, list: batch.list }));
  });
  return answers.flat();
}

/** Consecutive tasks of a list whose sections fit into one request. */
function listBatches({ lists, tasks }: Plan, sectionsOf: (task: DraftTask) => number[], costs: Costs): Batch[] {
  const batches: Batch[] = [];
  for (const { key } of lists) {
    let open: { batch: Batch; sections: Set<number> } | undefined;
    for (const task of tasks) {
      if (task.list !== key || isPlain(task)) continue;
      const sections = new Set([...(open?.sections ?? []), ...sectionsOf(task)]);
      const tokens = [...sections].reduce((sum, section) => sum + (costs.bySection.get(section) ?? 0), 0);
      const fits = open !== undefined && open.batch.tasks.length < TASKS_PER_REQUEST && tokens <= costs.room;
      if (open !== undefined && fits) {
        open.batch.tasks.push(task);
        open.sections = sections;
      } else {
        open = { batch: { list: key, tasks: [task] }, sections: new Set(sectionsOf(task)) };
        batches.push(open.batch);
      }
    }
  }
  return batches;
}

interface Costs {
  bySection: ReadonlyMap<number, number>;
  room: number;
}
