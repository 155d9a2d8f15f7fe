import { createHash } from 'node:crypto';
import { OPERATIONAL_BRIEF_MAX, TASK_TITLE_MAX } from '#contract/constants.ts';
import type { DraftTask } from '#contract/plan-draft.ts';
import type { Requirement } from '#contract/requirement.ts';
import type { Plan } from './build-plan.ts';
import { cleanLine, cleanText } from './clean-text.ts';

/** Completes the plan: stable keys that the next draft produces again, PRD lines, distinct titles. */
export function finishDraft(plan: Plan, requirements: readonly Requirement[]): Plan {
  const byId = new Map(requirements.map((requirement, place) => [requirement.id, { ...requirement, place }]));
  const inOrder = (ids: readonly string[]) =>
    [...new Set(ids)].flatMap((id) => byId.get(id) ?? []).toSorted((a, b) => a.place - b.place);
  const newKey = startKeys();
  // A list is identified by its name and a task by its requirements: order and titles may change.
  const listKeys = new Map(plan.lists.map(({ key, name }) => [key, newKey('list', [name.toLowerCase()])]));
  const nameOf = new Map(plan.lists.map(({ key, name }) => [key, name]));
  const taskKeys = new Map(
    plan.tasks.map((task) => {
      const ids = inOrder(task.requirement_ids).map(({ id }) => id);
      const words = [nameOf.get(task.list) ?? '', task.title].map((word) => word.toLowerCase());
      return [task.key, ids.length > 0 ? newKey('task', ids) : newKey('enabler', words)];
    }),
  );
  const titles = tellTitlesApart(plan);
  return {
    lists: plan.lists.map((list) => ({
      ...list,
      key: listKeys.get(list.key) ?? list.key,
      brief: briefOf(list),
    })),
    tasks: plan.tasks.map((task) => ({
      ...task,
      key: taskKeys.get(task.key) ?? task.key,
      list: listKeys.get(task.list) ?? task.list,
      title: titles.get(task.key) ?? task.title,
      requirement_ids: inOrder(task.requirement_ids).map(({ id }) => id),
      prd_lines: linesOf(inOrder(task.requirement_ids)),
      depends_on: task.depends_on.flatMap((key) => taskKeys.get(key) ?? []),
    })),
  };
}

function startKeys() {
  const taken = new Map<string, number>();
  return (kind: string, of: readonly string[]): string => {
    const base = `${kind}-${createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 12)}`;
    const turn = (taken.get(base) ?? 0) + 1;
    taken.set(base, turn);
    return turn === 1 ? base : `${base}-${turn}`;
  };
}

/** The lines of the first requirement, and of those that follow directly. */
function linesOf(requirements: readonly Requirement[]): DraftTask['prd_lines'] {
  const [first, ...others] = requirements;
  if (first === undefined) return null;
  let end = first.end_line;
  for (const { start_line, end_line } of others) {
    if (start_line > end + 1) break;
    end = Math.max(end, end_line);
  }
  return { start: first.start_line, end };
}

/** Without line numbers: they change with the next version of the PRD. */
const briefOf = ({ name, brief }: Plan['lists'][number]): string =>
  cleanText(brief || `Goal: ${name}`, OPERATIONAL_BRIEF_MAX);

/** Equal titles are distinguished by the list's name, and else by a number. */
function tellTitlesApart({ lists, tasks }: Plan): Map<string, string> {
  const nameOf = new Map(lists.map(({ key, name }) => [key, name]));
  const isTaken = new Set<string>();
  const turns = new Map<string, number>();
  return new Map(
    tasks.map(({ key, list, title }) => {
      const named = `${title} (${nameOf.get(list) ?? ''})`;
      let found = isTaken.has(title.toLowerCase()) ? named : title;
      while (isTaken.has(found.toLowerCase())) {
        const turn = (turns.get(named) ?? 1) + 1;
        turns.set(named, turn);
        found = `${title} (${nameOf.get(list) ?? ''}, ${turn})`;
      }
      isTaken.add(found.toLowerCase());
      return [key, cleanLine(found, TASK_TITLE_MAX)];
    }),
  );
}
