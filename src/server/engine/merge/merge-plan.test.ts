import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { type Snapshot, settlePlan } from '#server/plan/index.ts';
import { newId } from '#server/platform/id.ts';
import { draftLines, readingOf } from '#test/fake-engine.ts';
import { asPlan, done, editTask as edit, findTask as find, mergeDraft, textsOf, titlesIn } from '#test/merge-plans.ts';
import { kindsOf } from '#test/merge-text.ts';
import type { Merged, Mine } from './sides.ts';

const merge = (mine: Partial<Mine>, prd: string): Merged =>
  mergeDraft(mine, { draft: draftLines(prd), requirements: textsOf(readingOf(prd).requirements) });
const first = (prd: string): Snapshot => asPlan(merge({}, prd));

const PRD = `# House
## Doors
- enabler: a site
- R1: a front door
- R2: a back door after R1
### Locks
- R3: a bolt
- R4: a chain after R3
## Roof
- R5: tiles
`;

test('an empty plan becomes the draft, in its order, with its dependencies', () => {
  const { plan, changes } = merge({}, PRD);
  expect(titlesIn(plan, 'Doors')).toEqual([
    'Build a site',
    'Build a front door',
    'Build a back door after R1',
    'Build Locks',
  ]);
  expect(titlesIn(plan, 'Locks')).toEqual(['Build a bolt', 'Build a chain after R3']);
  expect(plan.dependencies).toHaveLength(2);
  expect(changes.every(({ change }) => change === 'added')).toBe(true);
  expect(find(plan, 'Build a bolt')).toMatchObject({ level: 1, requirement_ids: ['R3'], prd_start_line: 7 });
  expect(find(plan, 'Build a site')).toMatchObject({ is_enabler: true, requirement_ids: [] });
});

test('the same PRD a second time changes nothing', () => {
  const plan = first(PRD);
  const again = merge({ plan }, PRD);
  expect(asPlan(again)).toEqual(plan);
  expect(kindsOf(again)).toEqual({});
});

test('a deleted requirement orphans exactly its tasks', () => {
  const plan = first(PRD);
  const merged = merge({ plan }, PRD.replace('- R2: a back door after R1\n', ''));
  expect(kindsOf(merged)).toEqual({ 'Build a back door after R1': 'orphaned' });
  expect(merged.plan.tasks.filter(({ prd_state }) => prd_state !== null)).toHaveLength(1);
  expect(merged.removed).toEqual({ tasks: [], lists: [] });
});

test('what somebody keeps although the PRD no longer asks for it is not marked again', () => {
  const shorter = PRD.replace('- R5: tiles\n', '');
  const orphaned = asPlan(merge({ plan: first(PRD) }, shorter));
  const task = find(orphaned, 'Build tiles');
  const kept = edit(orphaned, 'Build tiles', { prd_state: null, origin: { ...(task.origin ?? never()), kept: true } });
  expect(kindsOf(merge({ plan: kept }, shorter))).toEqual({});
  const back = merge({ plan: orphaned }, PRD);
  expect(kindsOf(back)).toEqual({ 'Build tiles': 'updated' });
  expect(find(back.plan, 'Build tiles').prd_state).toBeNull();
});

test('a changed requirement rewrites what nobody edited and asks for a review', () => {
  const merged = merge({ plan: first(PRD) }, PRD.replace('a front door', 'a red front door'));
  expect(kindsOf(merged)).toEqual({ 'Build a red front door': 'review' });
  const again = merge({ plan: asPlan(merged) }, PRD.replace('a front door', 'a red front door'));
  expect(kindsOf(again)).toEqual({});
  expect(find(again.plan, 'Build a red front door').prd_state).toBe('review');
});

test('an edited title stays, and what was not edited follows', () => {
  const plan = edit(first(PRD), 'Build a front door', { title: 'Hang the front door' });
  const merged = merge({ plan }, PRD.replace('a front door', 'a red front door'));
  expect(find(merged.plan, 'Hang the front door')).toMatchObject({
    description: 'The PRD says: a red front door',
    prd_state: 'review',
  });
});

test('edited checks and an edited description stay, and a check that was met stays met', () => {
  const checks = [{ text: 'It closes by itself', met: true }];
  const plan = edit(first(PRD), 'Build a front door', { checks, description: 'Mine.' });
  const merged = merge({ plan }, PRD.replace('a front door', 'a red front door'));
  expect(find(merged.plan, 'Build a red front door')).toMatchObject({ checks, description: 'Mine.' });
});

test('held work keeps its words and asks for a review', () => {
  const before = first(PRD);
  const task = find(before, 'Build a front door');
  const plan = edit(before, 'Build a front door', { status: 'wip' });
  const merged = merge({ plan, held: new Set<Id>([task.id]) }, PRD.replace('a front door', 'a red front door'));
  expect(find(merged.plan, 'Build a front door')).toMatchObject({ status: 'wip', prd_state: 'review' });
});

test('a finished task whose requirement changed gets one follow-up, and not another for the same text', () => {
  const plan = edit(first(PRD), 'Build a front door', done);
  const changed = PRD.replace('a front door', 'a red front door');
  const merged = merge({ plan }, changed);
  expect(kindsOf(merged)).toEqual({ 'Revise: Build a red front door': 'follow_up' });
  const followUp = find(merged.plan, 'Revise: Build a red front door');
  const finished = find(merged.plan, 'Build a front door');
  expect(finished).toMatchObject({ status: 'done', prd_state: null });
  expect(followUp).toMatchObject({ requirement_ids: ['R1'], status: 'open' });
  expect(followUp.description).toContain('a red front door');
  expect(merged.plan.dependencies).toContainEqual({ task_id: followUp.id, depends_on_id: finished.id });
  expect(titlesIn(merged.plan, 'Doors').slice(1, 3)).toEqual(['Build a front door', 'Revise: Build a red front door']);
  expect(kindsOf(merge({ plan: asPlan(merged) }, changed))).toEqual({});

  const twice = PRD.replace('a front door', 'a blue front door');
  expect(kindsOf(merge({ plan: asPlan(merged) }, twice))).toEqual({ 'Revise: Build a red front door': 'review' });
  const bothDone = edit(asPlan(merged), 'Revise: Build a red front door', done);
  const third = merge({ plan: bothDone }, twice);
  expect(third.changes.filter(({ change }) => change === 'follow_up')).toHaveLength(1);
  expect(third.plan.dependencies.at(-1)?.depends_on_id).toBe(followUp.id);
  const deleted = third.plan.tasks.at(-1)?.origin;
  expect(kindsOf(merge({ plan: bothDone, deleted: deleted ? [deleted] : [] }, twice))).toEqual({});
});

test('a new requirement comes into its list at its place, and everything else stays where it is', () => {
  const plan = first(PRD);
  const merged = merge({ plan }, PRD.replace('- R2', '- R9: a side door after R1\n- R2'));
  expect(kindsOf(merged)).toEqual({ 'Build a side door after R1': 'added' });
  expect(titlesIn(merged.plan, 'Doors')).toEqual([
    'Build a site',
    'Build a front door',
    'Build a side door after R1',
    'Build a back door after R1',
    'Build Locks',
  ]);
  const orderOf = (title: string, from: { tasks: Snapshot['tasks'] }) => find(from, title).order_in_parent;
  for (const title of ['Build a site', 'Build a front door', 'Build Locks'])
    expect(orderOf(title, merged.plan)).toBe(orderOf(title, plan));
  expect(merged.plan.dependencies).toHaveLength(3);
});

test('a list that is new comes with its tasks', () => {
  const merged = merge({ plan: first(PRD) }, `${PRD}## Cellar\n### Shelves\n- R7: a shelf\n`);
  expect(kindsOf(merged)).toEqual({ 'Build Shelves': 'added', 'Build a shelf': 'added' });
  expect(find(merged.plan, 'Build a shelf').level).toBe(1);
});

test('a new order moves only what nobody has touched', () => {
  const before = `## Doors\n- R1: one\n- R2: two\n- R3: three\n`;
  const plan = first(before);
  const turned = `## Doors\n- R3: three\n- R2: two\n- R1: one\n`;
  expect(titlesIn(merge({ plan }, turned).plan, 'Doors')).toEqual(['Build three', 'Build two', 'Build one']);
  const noted = new Set<Id>([find(plan, 'Build one').id, find(plan, 'Build two').id]);
  const merged = merge({ plan, noted }, turned).plan;
  expect(titlesIn(merged, 'Doors')).toEqual(['Build one', 'Build three', 'Build two']);
  for (const title of ['Build one', 'Build two'])
    expect(find(merged, title).order_in_parent).toBe(find(plan, title).order_in_parent);
});

test('what moves to another section moves to its list, and an empty shell of ours goes', () => {
  const plan = first(PRD);
  const moved = PRD.replace('### Locks\n- R3: a bolt\n- R4: a chain after R3\n', '').concat(
    '- R3: a bolt\n- R4: a chain after R3\n',
  );
  const merged = merge({ plan }, moved);
  expect(titlesIn(merged.plan, 'Roof')).toEqual(['Build tiles', 'Build a bolt', 'Build a chain after R3']);
  expect(kindsOf(merged)).toEqual({
    'Build a bolt': 'updated',
    'Build a chain after R3': 'updated',
    'Build Locks': 'removed',
  });
  expect(find(merged.plan, 'Build a bolt').level).toBe(0);
  const worked = edit(plan, 'Build a bolt', done);
  const other = merge({ plan: worked }, moved);
  expect(titlesIn(other.plan, 'Locks')).toEqual(['Build a bolt']);
  expect(find(other.plan, 'Build Locks').is_completed).toBe(true);
});

test('what somebody deleted stays deleted until its requirement changes', () => {
  const plan = first(PRD);
  const task = find(plan, 'Build tiles');
  const without = { ...plan, tasks: plan.tasks.filter(({ id }) => id !== task.id) };
  const deleted = [task.origin ?? never()];
  expect(kindsOf(merge({ plan: without, deleted }, PRD))).toEqual({});
  expect(kindsOf(merge({ plan: without, deleted }, PRD.replace('tiles', 'slates')))).toEqual({
    'Build slates': 'added',
  });
});

test('a dependency that somebody took out is not put back, and one that is new is added', () => {
  const plan = { ...first(PRD), dependencies: [] };
  expect(merge({ plan }, PRD).plan.dependencies).toEqual([]);
  const more = merge({ plan }, PRD.replace('R5: tiles', 'R5: tiles after R1'));
  expect(more.plan.dependencies).toHaveLength(1);
});

test('a dependency that would close a circle with a person’s own is left out', () => {
  const before = first(PRD);
  const [tiles, door] = [find(before, 'Build tiles'), find(before, 'Build a front door')];
  const plan = { ...before, dependencies: [...before.dependencies, { task_id: door.id, depends_on_id: tiles.id }] };
  const merged = merge({ plan }, PRD.replace('R5: tiles', 'R5: tiles after R1'));
  expect(merged.plan.dependencies).toHaveLength(3);
});

test('a task that moves below the one it waits for no longer waits for it, and that is told', () => {
  const before = first(PRD);
  const [tiles, locks] = [find(before, 'Build tiles'), find(before, 'Build Locks')];
  const own = { task_id: tiles.id, depends_on_id: locks.id };
  const plan = { ...before, dependencies: [...before.dependencies, own] };
  const moved = PRD.replace('- R5: tiles\n', '').replace('## Roof', '- R5: tiles\n## Roof');
  const merged = merge({ plan }, moved);
  expect(titlesIn(merged.plan, 'Locks')).toContain('Build tiles');
  expect(settlePlan(asPlan(merged)).issues).toEqual([]);
  expect(merged.plan.dependencies).toEqual(before.dependencies);
  expect(merged.changes.find(({ task }) => task.id === tiles.id)).toMatchObject({
    change: 'updated',
    reason: `It no longer waits for T${locks.number}, which now waits for it.`,
  });
  expect(asPlan(merge({ plan: asPlan(merged) }, moved))).toEqual(asPlan(merged));
});

test('where a drafted edge and a person’s own close a circle with the tree, the person’s stays', () => {
  const after = PRD.replace('R5: tiles', 'R5: tiles after R1');
  const before = first(after);
  const [door, locks] = [find(before, 'Build a front door'), find(before, 'Build Locks')];
  const tiles = find(before, 'Build tiles after R1');
  const own = { task_id: door.id, depends_on_id: locks.id };
  const plan = { ...before, dependencies: [...before.dependencies, own] };
  const moved = after.replace('- R5: tiles after R1\n', '').replace('## Roof', '- R5: tiles after R1\n## Roof');
  const merged = merge({ plan }, moved);
  expect(settlePlan(asPlan(merged)).issues).toEqual([]);
  expect(merged.plan.dependencies).toContainEqual(own);
  expect(merged.plan.dependencies).not.toContainEqual({ task_id: tiles.id, depends_on_id: door.id });
});

test('what an agent planned by itself covers a requirement, is held against it, and is never rewritten', () => {
  const before = first(PRD.replace('- R5: tiles\n', ''));
  const own = {
    ...find(before, 'Build a site'),
    id: newId(),
    number: 99,
    title: 'Lay slates',
    origin: null,
    is_enabler: false,
  };
  const plan = { ...before, tasks: [...before.tasks, { ...own, requirement_ids: ['R5'], order_in_parent: 99_999 }] };
  const merged = merge({ plan }, PRD);
  expect(kindsOf(merged)).toEqual({});
  const changed = merge({ plan: asPlan(merged) }, PRD.replace('tiles', 'thatch'));
  expect(kindsOf(changed)).toEqual({ 'Lay slates': 'review' });
});

test('a new child of a finished parent opens it again', () => {
  const plan = ['Build a bolt', 'Build a chain after R3', 'Build Locks'].reduce(
    (at, title) => edit(at, title, done),
    first(PRD),
  );
  const merged = merge({ plan }, PRD.replace('## Roof', '- R8: a key\n## Roof'));
  expect(find(merged.plan, 'Build Locks')).toMatchObject({ status: 'open', is_completed: false, completed_at: null });
});

const never = (): never => {
  throw new Error('there is nothing');
};

/**
 * Arbitrary PRDs: numbered requirements in sections, some below a sub-heading, with changing words and dependencies.
 */
const aPrd = fc
  .array(
    fc.record({
      n: fc.integer({ min: 1, max: 12 }),
      word: fc.integer({ min: 0, max: 2 }),
      section: fc.integer({ min: 0, max: 2 }),
      group: fc.boolean(),
      after: fc.option(fc.integer({ min: 1, max: 12 })),
    }),
    { maxLength: 12 },
  )
  .map((items) => {
    const seen = new Map(items.map((item) => [item.n, item]));
    return [0, 1, 2]
      .flatMap((section) => {
        const own = [...seen.values()].filter((item) => item.section === section);
        const line = (item: (typeof own)[number]) => {
          const after =
            item.after !== null && item.after < item.n && seen.has(item.after) ? ` after R${item.after}` : '';
          return `- R${item.n}: thing ${item.n} of kind ${item.word}${after}`;
        };
        return [
          `## Section ${section}`,
          ...own.filter(({ group }) => !group).map(line),
          `### Group ${section}`,
          ...own.filter(({ group }) => group).map(line),
        ];
      })
      .join('\n');
  });

test('whatever the PRDs and whatever was worked on: nothing worked on goes, all is covered, twice is once', () => {
  fc.assert(
    fc.property(aPrd, aPrd, fc.infiniteStream(fc.integer({ min: 0, max: 5 })), (one, two, dice) => {
      const roll = () => Number(dice.next().value ?? 0);
      let plan = first(one);
      const noted = new Set<Id>();
      const held = new Set<Id>();
      const edited = new Set<Id>();
      const parents = new Set(plan.task_lists.map(({ parent_task_id }) => parent_task_id));
      for (const task of plan.tasks) {
        if (parents.has(task.id)) continue;
        const what = roll();
        if (what === 0) plan = edit(plan, task.title, done);
        if (what === 1) {
          edited.add(task.id);
          plan = edit(plan, task.title, { description: 'Mine.' });
        }
        if (what === 2) noted.add(task.id);
        if (what === 3 && held.size === 0) {
          held.add(task.id);
          plan = edit(plan, task.title, { status: 'wip' });
        }
      }
      for (const task of plan.tasks) {
        const other = plan.tasks[(roll() * 6 + roll()) % plan.tasks.length];
        if (other === undefined || roll() > 2) continue;
        const own = { task_id: task.id, depends_on_id: other.id };
        const more = { ...plan, dependencies: [...plan.dependencies, own] };
        if (settlePlan(more).issues.length === 0) plan = more;
      }
      // The state of parents is derived from their children.
      plan = asPlan(merge({ plan, noted, held }, one));
      const merged = merge({ plan, noted, held }, two);
      const after = new Map(merged.plan.tasks.map((task) => [task.id, task]));
      const shells = new Set(merged.removed.tasks);
      for (const task of plan.tasks) {
        const now = after.get(task.id);
        if (now === undefined) {
          expect(shells.has(task.id) && task.requirement_ids?.length === 0).toBe(true);
          continue;
        }
        if (task.status === 'wip') expect(now.status).toBe('wip');
        if (task.status === 'done' && !parents.has(task.id))
          expect(now).toMatchObject({ status: 'done', title: task.title });
      }
      for (const id of edited) expect(after.get(id)?.description).toBe('Mine.');
      const ids = new Set(readingOf(two).requirements.map(({ id }) => id));
      const covered = new Set(merged.plan.tasks.flatMap((task) => task.requirement_ids));
      for (const id of ids) expect(covered.has(id)).toBe(true);
      for (const task of merged.plan.tasks) {
        const gone = task.requirement_ids.length > 0 && !task.requirement_ids.some((id) => ids.has(id));
        expect(task.prd_state === 'orphaned').toBe(gone);
      }
      for (const [, siblings] of Map.groupBy(merged.plan.tasks, ({ task_list_id }) => task_list_id))
        expect(new Set(siblings.map(({ order_in_parent }) => order_in_parent)).size).toBe(siblings.length);
      expect(settlePlan(asPlan(merged)).issues).toEqual([]);
      const again = merge({ plan: asPlan(merged), noted, held }, two);
      expect(asPlan(again)).toEqual(asPlan(merged));
    }),
    { numRuns: 300 },
  );
});
