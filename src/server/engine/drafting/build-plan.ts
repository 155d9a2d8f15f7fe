import type { DraftList, DraftTask } from '#contract/plan-draft.ts';
import type { ReadPrd } from '../planner.ts';
import type { Outline, OutlineTask } from './gather-outline.ts';
import { traceLines } from './trace-lines.ts';

/** An intermediate plan: the rows of a draft, under temporary keys. */
export interface Plan {
  lists: DraftList[];
  tasks: DraftTask[];
}

interface Built {
  plan: Plan;
  /** Titles of tasks without a requirement and without dependents. */
  invented: string[];
}

/** Turns the outline into lists and tasks with requirements; their texts come later. */
export function buildPlan({ lists, tasks }: Outline, { reading, draft }: ReadPrd): Built {
  const answered = traceLines(tasks, reading.requirements);
  const finished = new Set(reading.requirements.filter(({ done }) => done).map(({ id }) => id));
  const putOff = new Set(draft.tasks.filter(({ parked }) => parked).flatMap(({ requirement_ids }) => requirement_ids));
  const idsOf = ({ number }: OutlineTask) => answered.get(number) ?? [];
  const needed = findNeeded(tasks, (task) => idsOf(task).length > 0);
  const kept = tasks.filter(({ number }) => needed.has(number));
  const used = new Set(kept.map(({ list }) => list));
  return {
    plan: {
      lists: lists
        .filter(({ number }) => used.has(number))
        .map(({ number, name, goal }) => ({ key: `list-${number}`, parent: null, name, brief: goal })),
      tasks: kept.map((task): DraftTask => {
        const ids = idsOf(task);
        const isAll = (set: ReadonlySet<string>) => ids.length > 0 && ids.every((id) => set.has(id));
        const done = isAll(finished);
        return {
          key: `task-${task.number}`,
          list: `list-${task.list}`,
          title: task.title,
          description: '',
          checks: [],
          done,
          parked: !done && (task.isLater || isAll(putOff)),
          requirement_ids: ids,
          is_enabler: ids.length === 0,
          prd_lines: null,
          depends_on: task.after.filter((number) => needed.has(number)).map((number) => `task-${number}`),
        };
      }),
    },
    invented: tasks.filter(({ number }) => !needed.has(number)).map(({ title }) => title),
  };
}

/** Tasks with requirements and their transitive dependencies. The rest is scope that nobody asked for. */
function findNeeded(tasks: readonly OutlineTask[], isAsked: (task: OutlineTask) => boolean): Set<number> {
  const byNumber = new Map(tasks.map((task) => [task.number, task]));
  const needed = new Set(tasks.filter(isAsked).map(({ number }) => number));
  // The set grows while it is iterated.
  for (const number of needed) for (const before of byNumber.get(number)?.after ?? []) needed.add(before);
  return needed;
}

/** Requirements without a task, in document order. */
export function findUncovered<T extends { id: string }>({ tasks }: Plan, requirements: readonly T[]): T[] {
  const covered = new Set(tasks.flatMap(({ requirement_ids }) => requirement_ids));
  return requirements.filter(({ id }) => !covered.has(id));
}
