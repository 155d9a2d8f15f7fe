import { createHash } from 'node:crypto';
import { OPERATIONAL_BRIEF_MAX, TASK_TITLE_MAX } from '#contract/constants.ts';
import type { DraftTask } from '#contract/plan-draft.ts';
import type { Requirement } from '#contract/requirement.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import type { Plan } from './read-plan.ts';
import { listDescendants } from './shape-tree.ts';

/** Gives the plan what only we know: keys that the next draft will give again, lines of the PRD, titles told apart. */
export function finishDraft(plan: Plan, requirements: readonly Requirement[]): Plan {
  const byId = new Map(requirements.map((requirement, place) => [requirement.id, { ...requirement, place }]));
  const below = listDescendants(plan);
  const idsOf = new Map(plan.tasks.map((task) => [task.key, task.requirement_ids]));
  const allBelow = (task: DraftTask) =>
    [task.key, ...(below.get(task.key) ?? [])].flatMap((key) => idsOf.get(key) ?? []);
  const inOrder = (ids: readonly string[]) =>
    [...new Set(ids)].flatMap((id) => byId.get(id) ?? []).toSorted((a, b) => a.place - b.place);

  const isTaken = new Set<string>();
  const newKey = (kind: string, of: readonly string[]) => {
    const base = `${kind}-${createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, 12)}`;
    for (let turn = 1; ; turn += 1) {
      const key = turn === 1 ? base : `${base}-${turn}`;
      if (isTaken.has(key)) continue;
      isTaken.add(key);
      return key;
    }
  };
  // A leaf is known by all it answers, a parent or list by the first requirement under it: subtasks come and go.
  const taskKeys = new Map(
    plan.tasks.map((task) => {
      const answered = inOrder(allBelow(task)).map(({ id }) => id);
      if (below.has(task.key)) return [task.key, newKey('parent', answered.slice(0, 1))];
      return [task.key, answered.length > 0 ? newKey('task', answered) : newKey('enabler', [task.title.toLowerCase()])];
    }),
  );
  const tasksIn = Map.groupBy(plan.tasks, ({ list }) => list);
  const underList = (key: string) => inOrder((tasksIn.get(key) ?? []).flatMap(allBelow));
  const listKeys = new Map(
    plan.lists.map(({ key, name }) => [key, newKey('list', [underList(key)[0]?.id ?? name.toLowerCase()])]),
  );
  const titles = tellTitlesApart(plan);
  return {
    lists: plan.lists.map((list) => ({
      ...list,
      key: listKeys.get(list.key) ?? list.key,
      parent: list.parent === null ? null : (taskKeys.get(list.parent) ?? null),
      brief: withSource(list.brief, underList(list.key)),
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

/** The first requirement's lines, and those of others that follow on directly. */
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

function withSource(brief: string, requirements: readonly Requirement[]): string {
  if (requirements.length === 0) return brief || 'Goal: what the tasks below need before they can begin.';
  const start = Math.min(...requirements.map(({ start_line }) => start_line));
  const end = Math.max(...requirements.map(({ end_line }) => end_line));
  const goal = brief || `Goal: ${requirements.map(({ text }) => cleanLine(text, 200)).join('; ')}`;
  const source = `\n\nSource: PRD ${start === end ? `line ${start}` : `lines ${start} to ${end}`}.`;
  return `${cleanText(goal, OPERATIONAL_BRIEF_MAX - source.length)}${source}`;
}

/** Two tasks of one title are told apart by their lists' names, and only where that fails by number. */
function tellTitlesApart({ lists, tasks }: Plan): Map<string, string> {
  const nameOf = new Map(lists.map(({ key, name }) => [key, name]));
  const isTaken = new Set<string>();
  const titles = new Map<string, string>();
  for (const { key, list, title } of tasks) {
    const candidates = [title, `${title} (${nameOf.get(list) ?? ''})`];
    let found = candidates.find((candidate) => !isTaken.has(candidate.toLowerCase()));
    for (let turn = 2; found === undefined; turn += 1) {
      const numbered = `${title} (${nameOf.get(list) ?? ''}, ${turn})`;
      if (!isTaken.has(numbered.toLowerCase())) found = numbered;
    }
    isTaken.add(found.toLowerCase());
    titles.set(key, cleanLine(found, TASK_TITLE_MAX));
  }
  return titles;
}
