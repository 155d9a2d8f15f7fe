import { OPERATIONAL_BRIEF_MAX, TASK_CHECKS_MAX, TASK_CHECK_MAX, TASK_DESCRIPTION_MAX } from '#contract/constants.ts';
import type { DraftCheck, DraftTask } from '#contract/plan-draft.ts';
import type { Reading, Requirement } from '#contract/requirement.ts';
import type { DetailAnswer } from './answers.ts';
import type { Plan } from './build-plan.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import { readRanges } from './read-ranges.ts';

type Texts = DetailAnswer['tasks'][number];

/**
 * Writes the texts of an answer into the plan. A check belongs to the requirements of its lines; a requirement without
 * a check gets one in the author's words.
 */
export function writeDetails(
  plan: Plan,
  answers: readonly (DetailAnswer & { list: string })[],
  reading: Reading,
): Plan {
  const byId = new Map(reading.requirements.map((requirement) => [requirement.id, requirement]));
  const texts = new Map(answers.flatMap(({ tasks }) => tasks.map((task) => [task.task, task])));
  const briefs = Map.groupBy(answers, ({ list }) => list);
  return {
    lists: plan.lists.map((list) => ({
      ...list,
      brief:
        cleanText(briefs.get(list.key)?.find(({ brief }) => brief !== '')?.brief ?? '', OPERATIONAL_BRIEF_MAX / 2) ||
        list.brief,
    })),
    tasks: plan.tasks.map((task, place) => {
      const found = texts.get(place + 1);
      const answered = task.requirement_ids.flatMap((id) => byId.get(id) ?? []);
      return {
        ...task,
        description: cleanText(found?.description ?? '', TASK_DESCRIPTION_MAX / 2),
        checks: writeChecks(task, found?.checks ?? [], answered),
      };
    }),
  };
}

function writeChecks(task: DraftTask, given: Texts['checks'], answered: readonly Requirement[]): DraftCheck[] {
  const lastLine = answered.reduce((last, { end_line }) => Math.max(last, end_line), 0);
  const checks = new Map<string, DraftCheck>();
  for (const { text, lines } of given.slice(0, TASK_CHECKS_MAX)) {
    const ranges = readRanges(lines, lastLine);
    const shown = answered.filter(({ start_line, end_line }) =>
      ranges.some(({ start, end }) => start <= end_line && end >= start_line),
    );
    addCheck(checks, task, text, shown);
  }
  const isShown = new Set([...checks.values()].flatMap(({ requirement_ids }) => requirement_ids));
  for (const requirement of answered)
    if (!isShown.has(requirement.id)) addCheck(checks, task, requirement.text, [requirement]);
  return [...checks.values()].slice(0, TASK_CHECKS_MAX);
}

/** Equal checks are merged; one that only repeats the title is dropped. */
function addCheck(
  checks: Map<string, DraftCheck>,
  { title, done: isTaskDone }: DraftTask,
  text: string,
  shown: readonly Requirement[],
): void {
  const clean = cleanLine(text, TASK_CHECK_MAX);
  const key = clean.toLowerCase();
  const before = checks.get(key);
  const ids = shown.map(({ id }) => id);
  if (clean === '' || (key === title.toLowerCase() && ids.length === 0)) return;
  const done = isTaskDone || (shown.length > 0 && shown.every(({ done: isDone }) => isDone));
  if (before === undefined) checks.set(key, { text: clean, requirement_ids: ids, done });
  else {
    before.requirement_ids = [...new Set([...before.requirement_ids, ...ids])];
    before.done &&= done;
  }
}
