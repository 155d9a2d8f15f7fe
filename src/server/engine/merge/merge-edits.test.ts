import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { TaskOrigin } from '#contract/plan-draft.ts';
import { type Snapshot, settlePlan } from '#server/plan/index.ts';
import { newId } from '#server/platform/id.ts';
import { asPlan, done, mergeDraft, readFeatures } from '#test/merge-plans.ts';
import type { MergeTask, Mine, Theirs } from './sides.ts';

/** Arbitrary PRDs: requirements reworded, ticked, repeated, moved, deferred, renamed. */
const aPrd = fc
  .array(
    fc.record({
      n: fc.integer({ min: 1, max: 14 }),
      word: fc.nat({ max: 2 }),
      feature: fc.nat({ max: 4 }),
      ticked: fc.nat({ max: 3 }),
      again: fc.nat({ max: 5 }),
    }),
    { maxLength: 14 },
  )
  .chain((items) =>
    fc.record({
      items: fc.constant([...new Map(items.map((item) => [item.n, item])).values()]),
      names: fc.array(fc.nat({ max: 5 }), { minLength: 5, maxLength: 5 }),
      later: fc.nat({ max: 9 }),
    }),
  )
  .map(({ items, names, later }) =>
    [0, 1, 2, 3, 4]
      .flatMap((feature) => {
        const lines = items
          .filter((item) => item.feature === feature)
          .map(({ n, word, ticked, again }) => {
            const ids = again === 0 ? `R${n} R${n + 50}` : `R${n}`;
            return `- ${ticked === 0 ? '[x] ' : ''}${ids}: thing ${n} of kind ${word}`;
          });
        const heading = feature === 0 || feature === 3 ? [`## Part ${feature}`] : [];
        return [
          ...heading,
          `### Feature ${feature} ${names[feature] ?? 0}${later === feature ? ' (later)' : ''}`,
          ...lines,
        ];
      })
      .join('\n'),
  );

interface Edited extends Mine {
  deleted: TaskOrigin[];
  held: Set<Id>;
  noted: Set<Id>;
  /** Fields that must survive the merge. */
  precious: Map<Id, Partial<MergeTask>>;
  /** Requirements that a person's edit exempts from coverage. */
  excused: Set<string>;
}

const EDITS: readonly ((task: MergeTask, mine: Edited) => MergeTask | null)[] = [
  (task) => task,
  // What the PRD marks as done is nobody's work.
  (task, mine) =>
    task.status === 'done' ? task : keep(mine, { ...task, ...done }, ['status', 'title', 'checks', 'description']),
  (task, mine) => keep(mine, { ...task, description: 'Mine.' }, ['description']),
  (task, mine) => keep(mine, { ...task, title: `My ${task.title}` }, ['title']),
  (task, mine) => {
    mine.noted.add(task.id);
    return keep(mine, task, []);
  },
  (task, mine) => {
    mine.held.add(task.id);
    return keep(mine, { ...task, status: 'wip' }, ['status', 'title', 'checks', 'description']);
  },
  (task, mine) => keep(mine, { ...task, checks: task.checks.map(({ text }) => ({ text, met: true })) }, []),
  (task, mine) => {
    for (const id of task.requirement_ids) mine.excused.add(id);
    if (task.origin !== null) mine.deleted.push(task.origin);
    return null;
  },
  (task, mine) => {
    for (const id of task.requirement_ids.slice(1)) mine.excused.add(id);
    return keep(mine, { ...task, requirement_ids: task.requirement_ids.slice(0, 1) }, []);
  },
  (task) => ({ ...task, blocked_reason: null }),
];

function keep(mine: Edited, task: MergeTask, fields: readonly (keyof MergeTask)[]): MergeTask {
  mine.precious.set(task.id, Object.fromEntries(fields.map((field) => [field, task[field]])));
  return task;
}

function editPlan(plan: Snapshot, roll: (sides: number) => number): Edited {
  const none = { held: new Set<Id>(), noted: new Set<Id>(), deleted: [], excused: new Set<string>() };
  const mine: Edited = { plan, precious: new Map(), ...none };
  const tasks = plan.tasks.flatMap((task) => EDITS[roll(EDITS.length)]?.(task as MergeTask, mine) ?? []);
  const like = plan.tasks[0];
  if (like !== undefined && roll(2) === 0) {
    const own = { ...like, id: newId(), number: 900, title: 'Own', order_in_parent: 900_000, origin: null };
    tasks.push({ ...own, requirement_ids: [`R${roll(14) + 1}`], checks: [], status: 'open' } as unknown as MergeTask);
    mine.precious.set(own.id, { title: 'Own' });
  }
  return { ...mine, plan: { ...plan, tasks } };
}

/** Deleted by a person, or a repetition of another one. */
function listExcused({ draft }: Theirs, { excused }: Edited): Set<string> {
  const all = new Set(excused);
  for (const { checks } of draft.tasks)
    for (const { requirement_ids: ids } of checks)
      if (ids.some((id) => excused.has(id))) for (const id of ids) all.add(id);
  return all;
}

test('whatever somebody does to the plan and to the PRD: no work is lost, all is answered, twice is once', () => {
  fc.assert(
    fc.property(aPrd, aPrd, fc.infiniteStream(fc.nat({ max: 999 })), (one, two, dice) => {
      const roll = (sides: number) => Number(dice.next().value ?? 0) % sides;
      const first = asPlan(mergeDraft({}, readFeatures(one)));
      expect(asPlan(mergeDraft({ plan: first }, readFeatures(one)))).toEqual(first);
      const mine = editPlan(first, roll);
      const theirs = readFeatures(two);
      const merged = mergeDraft(mine, theirs);
      const after = new Map(merged.plan.tasks.map((task) => [task.id, task]));
      for (const [id, fields] of mine.precious) expect(after.get(id)).toMatchObject(fields);

      const covered = new Set(merged.plan.tasks.flatMap((task) => task.requirement_ids));
      const excused = listExcused(theirs, mine);
      expect([...theirs.requirements.keys()].filter((id) => !covered.has(id) && !excused.has(id))).toEqual([]);
      const ticked = new Set(
        theirs.draft.tasks.flatMap(({ checks }) =>
          checks.flatMap(({ requirement_ids, done: isTicked }) => (isTicked ? requirement_ids : [])),
        ),
      );
      for (const { task, isNew } of merged.changes)
        if (isNew && after.get(task.id)?.status !== 'done')
          expect(after.get(task.id)?.requirement_ids.every((id) => ticked.has(id))).toBe(false);
      for (const task of merged.plan.tasks) {
        const isAlive = task.requirement_ids.some((id) => theirs.requirements.has(id));
        expect(task.prd_state === 'orphaned').toBe(task.requirement_ids.length > 0 && !isAlive);
      }
      for (const siblings of Map.groupBy(merged.plan.tasks, ({ task_list_id }) => task_list_id).values())
        expect(new Set(siblings.map(({ order_in_parent }) => order_in_parent)).size).toBe(siblings.length);
      expect(settlePlan(asPlan(merged)).issues).toEqual([]);
      const again = mergeDraft({ ...mine, plan: asPlan(merged) }, theirs);
      expect(asPlan(again)).toEqual(asPlan(merged));
      expect(again.changes.filter(({ change }) => change !== 'kept')).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
