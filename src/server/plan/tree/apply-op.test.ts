import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { TREE_DEPTH_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { PlanOp } from '#contract/tools.ts';
import { addNote } from '#server/notes/index.ts';
import { createProject } from '#server/projects/index.ts';
import type { Context } from '#server/platform/context.ts';
import { newId } from '#server/platform/id.ts';
import { type TestUser, addUser, raiseProjectLimit } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { claimTask } from '../baton/claim-task.ts';
import { createTask } from './create-task.ts';
import { editPlan } from './edit-plan.ts';
import { getPlan } from './get-plan.ts';
import { renewBaton } from '../baton/release-baton.ts';
import { restoreCheckpoint } from '../checkpoints/restore-checkpoint.ts';
import { listCheckpoints } from '../checkpoints/save-checkpoint.ts';
import { updateTask } from './update-task.ts';

let services: TestServices;
let user: TestUser;
let projectId: Id;
let claude: Context;

beforeAll(async () => {
  services = await openTestServices();
  await raiseProjectLimit(services);
  user = await addUser(services);
});
afterAll(() => services.dispose());
beforeEach(async () => {
  projectId = (await createProject(user.ctx, { name: 'Ship' })).id;
  claude = services.contextFor({ kind: 'agent', userId: user.id, projectId, name: 'claude' });
});

const edit = (ops: PlanOp[], more: { dryRun?: boolean; baseSeq?: number } = {}) =>
  editPlan(claude, projectId, { ops, dryRun: more.dryRun ?? false, baseSeq: more.baseSeq });
const add = (title: string) => createTask(user.ctx, { id: projectId, title });
const plan = () => getPlan(user.ctx, { id: projectId });
const checkpoints = async () => (await listCheckpoints(user.ctx, { id: projectId, limit: 50 })).items;

/** Every root list with its tasks, children indented. */
async function outline(): Promise<string[]> {
  const { tasks, task_lists } = await plan();
  const below = (parent: Id | null, indent: string): string[] =>
    task_lists
      .filter(({ parent_task_id }) => parent_task_id === parent)
      .flatMap((list) => [
        ...(parent === null ? [`# ${list.name}`] : []),
        ...tasks
          .filter(({ task_list_id }) => task_list_id === list.id)
          .flatMap((task) => [`${indent}T${task.number} ${task.title}`, ...below(task.id, `${indent}  `)]),
      ]);
  return below(null, '');
}

/** All state an edit can change: rows, numbers, the feed, checkpoints and lane counters. */
async function everything() {
  const { rows } = await services.database.pool.query(
    `select (select row_to_json(p) from projects p where p.id = $1) as project,
       (select json_agg(t order by t.id) from tasks t where t.project_id = $1) as tasks,
       (select json_agg(l order by l.id) from task_lists l where l.project_id = $1) as lists,
       (select json_agg(d order by d.task_id) from task_dependencies d where d.project_id = $1) as dependencies,
       (select json_agg(c order by c.root_list_id) from lane_states c where c.project_id = $1) as lanes,
       (select count(*)::int from checkpoints where project_id = $1) as checkpoints,
       (select count(*)::int from notes where project_id = $1) as notes,
       (select count(*)::int from events where scope = 'project:' || $1) as events,
       (select seq from feed_heads where scope = 'project:' || $1) as head`,
    [projectId],
  );
  return rows[0];
}

async function expectRefused(ops: PlanOp[], refusal: object): Promise<void> {
  const before = await everything();
  await expect(edit(ops)).rejects.toMatchObject(refusal);
  expect(await everything()).toEqual(before);
}

describe('an edit is refused as a whole, and says which op was wrong,', () => {
  beforeEach(async () => {
    await add('Keel');
    await add('Rig');
  });
  const FIRST: PlanOp = { op: 'add', title: 'Mast', ref: 'mast' };

  test.each<[string, PlanOp, string, string]>([
    ['a field is missing', { op: 'add' }, 'VALIDATION_ERROR', 'ops[1] (add): title is needed.'],
    ['an update names no task', { op: 'update', title: 'x' }, 'VALIDATION_ERROR', 'ops[1] (update): id is needed.'],
    ['nothing to split into', { op: 'split', id: 'T1' }, 'VALIDATION_ERROR', 'ops[1] (split): tasks is needed.'],
    ['nothing to wait for', { op: 'depend', id: 'T1' }, 'VALIDATION_ERROR', 'ops[1] (depend): on is needed.'],
    [
      'a field means nothing there',
      { op: 'remove', id: 'T1', title: 'x' },
      'VALIDATION_ERROR',
      'ops[1] (remove): title means nothing to remove.',
    ],
    [
      'a parent and a list',
      { op: 'add', title: 'x', parent: 'T1', list: 'Later' },
      'VALIDATION_ERROR',
      'ops[1] (add): list cannot stand beside parent.',
    ],
    [
      'an update that changes nothing',
      { op: 'update', id: 'T1' },
      'VALIDATION_ERROR',
      'ops[1] (update): op changes nothing: send a field.',
    ],
    [
      'a name that is none',
      { op: 'remove', id: 'the keel' },
      'VALIDATION_ERROR',
      'ops[1] (remove): id must be a task number such as T12, or a task id.',
    ],
    ['a task that is not there', { op: 'remove', id: 'T99' }, 'NOT_FOUND', 'ops[1] (remove): T99 (id) was not found.'],
    [
      'a place that is not there',
      { op: 'move', id: 'T1', parent: 'T99' },
      'NOT_FOUND',
      'ops[1] (move): T99 (parent) was not found.',
    ],
    ['itself as a parent', { op: 'move', id: 'T1', parent: 'T1' }, 'CONFLICT', 'ops[1] (move): '],
    ['itself to wait for', { op: 'depend', id: 'T1', on: 'T1' }, 'CONFLICT', 'ops[1] (depend): '],
    ['a wait that is not there', { op: 'undepend', id: 'T1', on: 'T2' }, 'NOT_FOUND', 'ops[1] (undepend): '],
    ['a sibling elsewhere', { op: 'add', title: 'x', parent: 'T1', after: 'T2' }, 'NOT_FOUND', 'ops[1] (add): '],
  ])('for %s', async (_name, op, type, message) => {
    await expectRefused([FIRST, op, { op: 'remove', id: 'T2' }], { type, message: expect.stringContaining(message) });
  });

  test('for an id of another project, as for one that does not exist', async () => {
    const other = (await createProject(user.ctx, { name: 'Other' })).id;
    const foreign = await createTask(user.ctx, { id: other, title: 'Foreign' });
    for (const id of [foreign.id, newId()])
      await expectRefused([FIRST, { op: 'update', id, title: 'x' }], {
        type: 'NOT_FOUND',
        message: `ops[1] (update): ${id} (id) was not found.`,
      });
  });

  test('for a ref before its task was added', async () => {
    await expectRefused([{ op: 'depend', id: 'T1', on: 'mast' }, FIRST], {
      type: 'VALIDATION_ERROR',
      message: expect.stringContaining('ops[0] (depend): on must be'),
    });
  });

  test('for a ref that names two tasks, or could be taken for a number', async () => {
    await expectRefused([FIRST, { op: 'add', title: 'Boom', ref: 'mast' }], {
      type: 'VALIDATION_ERROR',
      message: 'ops[1] (add): ref names two tasks.',
    });
    for (const ref of ['T1', 't7', '#2', '12'])
      await expectRefused([{ op: 'add', title: 'Boom', ref }], {
        type: 'VALIDATION_ERROR',
        message: 'ops[0] (add): ref looks like a task number.',
      });
  });

  test('for a cycle that its own ops would close', async () => {
    await expectRefused(
      [
        { op: 'depend', id: 'T1', on: 'T2' },
        { op: 'depend', id: 'T2', on: 'T1' },
      ],
      {
        type: 'CONFLICT',
        detail: { code: 'DEPENDENCY_CYCLE' },
        message: expect.stringMatching(/^ops\[1\] \(depend\): /),
      },
    );
  });

  test('for a task that somebody holds', async () => {
    const task = (await plan()).tasks[0];
    await claimTask(user.ctx, { id: task?.id ?? projectId, agent: 'codex' });
    for (const op of [
      { op: 'remove', id: 'T1' },
      { op: 'update', id: 'T1', status: 'done' },
    ] as const)
      await expectRefused([FIRST, op], {
        type: 'LOCK_HELD',
        message: expect.stringMatching(/^ops\[1\] \(\w+\): codex holds T1/),
      });
  });

  test('for a plan that would nest too deep', async () => {
    const deeper = Array.from({ length: TREE_DEPTH_MAX }, (_, n): PlanOp => ({
      op: 'add',
      title: `Level ${n}`,
      ref: `level-${n}`,
      parent: n === 0 ? 'T1' : `level-${n - 1}`,
    }));
    await expectRefused(deeper, {
      type: 'CONFLICT',
      message: expect.stringMatching(new RegExp(`^ops\\[${TREE_DEPTH_MAX - 1}\\] \\(add\\): .*${TREE_DEPTH_MAX}`)),
    });
  });

  test('for another user, and for an agent of another project', async () => {
    const stranger = await addUser(services);
    const other = (await createProject(user.ctx, { name: 'Other' })).id;
    const elsewhere = services.contextFor({ kind: 'agent', userId: user.id, projectId: other, name: 'claude' });
    const before = await everything();
    for (const ctx of [stranger.ctx, elsewhere])
      await expect(editPlan(ctx, projectId, { ops: [FIRST], dryRun: false, baseSeq: undefined })).rejects.toMatchObject(
        { type: 'NOT_FOUND', message: 'The project was not found.' },
      );
    expect(await everything()).toEqual(before);
  });
});

describe('an op', () => {
  test('add puts a task into a list, which is made when there is none, below a task, and after a sibling', async () => {
    await add('Keel');
    services.clock.advance(1);
    const { lines, checkpoint, isDryRun } = await edit([
      { op: 'add', title: 'Rig', ref: 'rig', description: 'Hemp.', checks: ['It holds', 'It runs'] },
      { op: 'add', title: 'Mast', parent: 'rig' },
      { op: 'add', title: 'Frames', after: 'T1' },
      { op: 'add', title: 'Paint', list: 'Later' },
    ]);
    expect(lines).toEqual(['+ T2 Rig', '+ T3 Mast under T2', '+ T4 Frames', '+ T5 Paint under Later']);
    expect((await edit([{ op: 'add', title: 'Name', list: 'later' }])).lines).toEqual(['+ T6 Name under later']);
    expect([checkpoint, isDryRun]).toEqual([null, false]);
    expect(await outline()).toEqual([
      '# Tasks',
      'T1 Keel',
      'T4 Frames',
      'T2 Rig',
      '  T3 Mast',
      '# Later',
      'T5 Paint',
      'T6 Name',
    ]);
    const rig = (await plan()).tasks.find(({ number }) => number === 2);
    expect(rig).toMatchObject({
      description: 'Hemp.',
      checks: [{ text: 'It holds', met: false }, { text: 'It runs' }],
    });
  });

  test('update changes what it names: text, checks, status, and what is in the way', async () => {
    const task = await add('Keel');
    const shown = async () => (await plan()).tasks[0];
    const { lines } = await edit([
      { op: 'update', id: 'T1', title: 'The keel', description: 'Oak.', checks: ['Straight'], blocked: 'No oak' },
    ]);
    expect(lines).toEqual(['~ T1 title: Keel → The keel; description; checks; blocked_reason']);
    expect(await shown()).toMatchObject({
      title: 'The keel',
      description: 'Oak.',
      checks: [{ text: 'Straight', met: false }],
      blocked_reason: 'No oak',
    });
    await edit([{ op: 'update', id: task.id, blocked: ' ' }]);
    expect(await shown()).toMatchObject({ blocked_reason: null, status: 'open' });
    expect((await edit([{ op: 'update', id: '1', status: 'done' }])).lines).toEqual(['~ T1 status: done']);
    expect(await shown()).toMatchObject({ status: 'done', is_completed: true });
    await edit([{ op: 'update', id: 't1', status: 'open' }]);
    expect(await shown()).toMatchObject({ status: 'open', is_completed: false });
  });

  test('move takes a task, with what is below it, to another parent, list or place', async () => {
    await edit([
      { op: 'add', title: 'A', ref: 'a' },
      { op: 'add', title: 'B', ref: 'b' },
      { op: 'add', title: 'A.1', parent: 'a' },
    ]);
    services.clock.advance(1);
    expect((await edit([{ op: 'move', id: 'T1', parent: 'T2' }])).lines).toEqual(['> T1 A under T2']);
    expect(await outline()).toEqual(['# Tasks', 'T2 B', '  T1 A', '    T3 A.1']);
    expect((await edit([{ op: 'move', id: 'T1', list: 'Later' }])).lines).toEqual(['> T1 A under Later']);
    expect(await outline()).toEqual(['# Tasks', 'T2 B', '# Later', 'T1 A', '  T3 A.1']);
    expect((await edit([{ op: 'move', id: 'T2', list: 'Later', after: 'T1' }])).lines).toEqual([
      '> T2 B under Later after T1',
    ]);
    expect(await outline()).toEqual(['# Tasks', '# Later', 'T1 A', '  T3 A.1', 'T2 B']);
  });

  test('remove takes a task out with what is below it, after a checkpoint that brings it back', async () => {
    await edit([
      { op: 'add', title: 'A', ref: 'a' },
      { op: 'add', title: 'A.1', parent: 'a' },
      { op: 'add', title: 'B' },
    ]);
    const { lines, checkpoint } = await edit([
      { op: 'update', id: 'T3', title: 'Renamed' },
      { op: 'remove', id: 'T1' },
      { op: 'remove', id: 'T3' },
    ]);
    expect(lines).toEqual(['~ T3 title: B → Renamed', '- T1 A (2 tasks)', '- T3 Renamed']);
    expect(await outline()).toEqual(['# Tasks']);
    const kept = await checkpoints();
    expect(kept, 'one for each edit').toMatchObject([
      { id: checkpoint, name: 'Before a plan edit', reason: 'before_delete', task_count: 3 },
      { name: 'Before claude drafted the plan', reason: 'before_generation', task_count: 0 },
    ]);
    await restoreCheckpoint(user.ctx, { id: checkpoint as Id });
    expect(await outline()).toEqual(['# Tasks', 'T1 A', '  T2 A.1', 'T3 B']);
  });

  test('depend and undepend let a task wait, and wait no longer', async () => {
    await add('Keel');
    await add('Rig');
    expect((await edit([{ op: 'depend', id: 'T2', on: 'T1' }])).lines).toEqual(['+ T2 waits for T1']);
    expect((await plan()).dependencies).toHaveLength(1);
    expect((await edit([{ op: 'undepend', id: 'T2', on: 'T1' }])).lines).toEqual(['- T2 waits for T1']);
    expect((await plan()).dependencies).toEqual([]);
  });

  test('split breaks a task down with a brief, and the parts can be named by number after it', async () => {
    await add('Keel');
    const { lines } = await edit([
      {
        op: 'split',
        id: 'T1',
        brief: 'Keep it straight.',
        tasks: [{ title: 'Cut', checks: ['Sharp'] }, { title: 'Join' }],
      },
      { op: 'depend', id: 'T3', on: 'T2' },
    ]);
    expect(lines).toEqual(['+ T2 Cut under T1', '+ T3 Join under T1', '+ T3 waits for T2']);
    const { task_lists, tasks, dependencies } = await plan();
    expect(task_lists.find(({ depth }) => depth === 1)?.operational_brief).toBe('Keep it straight.');
    expect(tasks.find(({ title }) => title === 'Cut')?.checks).toEqual([{ text: 'Sharp', met: false }]);
    expect(dependencies).toHaveLength(1);
  });

  test('names what was added before it by its ref, in every place a task can be named', async () => {
    const { lines } = await edit([
      { op: 'add', title: 'Hull', ref: 'hull' },
      { op: 'add', title: 'Rig', ref: 'rig', after: 'hull' },
      { op: 'split', id: 'hull', tasks: [{ title: 'Ribs' }] },
      { op: 'depend', id: 'rig', on: 'hull' },
      { op: 'update', id: 'rig', title: 'Rigging' },
      { op: 'add', title: 'Mast', ref: 'mast', parent: 'rig' },
      { op: 'move', id: 'mast', parent: 'hull' },
      { op: 'undepend', id: 'rig', on: 'hull' },
      { op: 'remove', id: 'rig' },
    ]);
    expect(lines).toHaveLength(9);
    expect(await outline()).toEqual(['# Tasks', 'T1 Hull', '  T3 Ribs', '  T4 Mast']);
  });
});

test('an edit is told step by step to whoever watches, by the agent that made it, and answers the feed’s number', async () => {
  await add('Keel');
  const { seq } = await edit([
    { op: 'add', title: 'A' },
    { op: 'add', title: 'B' },
  ]);
  const after = await plan();
  expect(seq).toBe(after.seq);
  const { rows } = await services.database.pool.query<{ type: string; by: string }>(
    `select type, actor ->> 'name' as by from events where scope = $1 and type like 'task.%' and actor ->> 'name' = 'claude' order by seq`,
    [`project:${projectId}`],
  );
  expect(rows).toEqual([
    { type: 'task.created', by: 'claude' },
    { type: 'task.created', by: 'claude' },
  ]);
});

describe('a dry run', () => {
  test('tells what would come of it and leaves no trace: no row, number, event, checkpoint or count', async () => {
    await add('Keel');
    const rig = await add('Rig');
    await addNote(user.ctx, { id: projectId, type: 'CONTEXT', body: 'Hemp.', task_id: rig.id });
    const before = await everything();
    const ops: PlanOp[] = [
      { op: 'add', title: 'Mast', ref: 'mast', list: 'New list' },
      { op: 'split', id: 'T1', tasks: [{ title: 'Cut' }] },
      { op: 'move', id: 'T2', list: 'New list' },
      { op: 'depend', id: 'mast', on: 'T1' },
      { op: 'update', id: 'T2', status: 'done', title: 'Rigging' },
      { op: 'remove', id: 'T1' },
    ];
    const dry = await edit(ops, { dryRun: true });
    expect(dry.lines).toEqual([
      '+ T3 Mast under New list',
      '+ T4 Cut under T1',
      '> T2 Rig under New list',
      '+ T3 waits for T1',
      '~ T2 title: Rig → Rigging; status: done',
      '- T1 Keel (2 tasks)',
    ]);
    expect([dry.isDryRun, dry.seq]).toEqual([true, Number(before.head)]);
    expect(await everything()).toEqual(before);
    expect((await edit(ops)).lines, 'done for real it is what was foretold').toEqual(dry.lines);
  });

  test('is refused where the edit would be', async () => {
    const before = await everything();
    const ops: PlanOp[] = [
      { op: 'add', title: 'Mast' },
      { op: 'remove', id: 'T9' },
    ];
    await expect(edit(ops, { dryRun: true })).rejects.toMatchObject({ type: 'NOT_FOUND' });
    expect(await everything()).toEqual(before);
  });
});

describe('an edit that was thought out on an older plan', () => {
  const ADD: PlanOp[] = [{ op: 'add', title: 'Mine' }];

  test('is refused with the number to look from, and changes nothing', async () => {
    const task = await add('Keel');
    const { seq: baseSeq } = await plan();
    await updateTask(user.ctx, { id: task.id, title: 'Theirs' });
    const last = (await plan()).seq;
    const before = await everything();
    await expect(edit(ADD, { baseSeq })).rejects.toMatchObject({
      type: 'CONFLICT',
      detail: { code: 'EDIT_CONFLICT' },
      message: `The plan has changed since ${baseSeq}: nothing was changed. Call orient with since ${baseSeq}, then edit on base_seq ${last}.`,
    });
    await expect(edit(ADD, { baseSeq, dryRun: true })).rejects.toMatchObject({ type: 'CONFLICT' });
    expect(await everything()).toEqual(before);
    expect((await edit(ADD, { baseSeq: last })).lines).toEqual(['+ T2 Mine']);
  });

  test('is refused when what happened since is no longer kept', async () => {
    const task = await add('Keel');
    const { seq: baseSeq } = await plan();
    await addNote(user.ctx, { id: projectId, type: 'FINDING', body: 'Wet.', task_id: task.id });
    await services.database.pool.query(
      `with gone as (delete from feed where scope = 'project:' || $1)
       update feed_heads set first_seq = seq + 1 where scope = 'project:' || $1`,
      [projectId],
    );
    const { seq: head } = await plan();
    const before = await everything();
    await expect(edit(ADD, { baseSeq })).rejects.toMatchObject({
      type: 'CONFLICT',
      detail: { code: 'EDIT_CONFLICT' },
      message: `What happened since ${baseSeq} is no longer all kept, so nothing was changed. Read the plan with plan_read, then edit on base_seq ${head}.`,
    });
    expect(await everything()).toEqual(before);
    expect((await edit(ADD, { baseSeq: head })).lines).toEqual(['+ T2 Mine']);
  });

  test('goes through when only notes were written and calls were heard meanwhile', async () => {
    const task = await add('Keel');
    const { token } = await claimTask(user.ctx, { id: task.id, agent: 'codex' });
    const { seq: baseSeq } = await plan();
    await addNote(user.ctx, { id: projectId, type: 'FINDING', body: 'Wet.', task_id: task.id });
    await renewBaton(user.ctx, { id: task.id, baton: token });
    expect((await edit(ADD, { baseSeq })).lines).toEqual(['+ T2 Mine']);
  });

  test('by its own earlier edit goes on from the number that one answered', async () => {
    const first = await edit(ADD);
    expect((await edit(ADD, { baseSeq: first.seq })).lines).toEqual(['+ T2 Mine']);
  });
});

test('edits that meet follow each other: of two on the same number one wins', async () => {
  await add('Keel');
  const { seq: baseSeq } = await plan();
  const results = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) => edit([{ op: 'add', title: `From ${n}` }], { baseSeq })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await plan()).tasks).toHaveLength(2);
});

test('an edit asks for the settings once, before it holds the plan', async () => {
  let asked = 0;
  const settings = {
    read: () => {
      asked += 1;
      return services.settings.read();
    },
  };
  const ops = ['A', 'B', 'C'].map((title): PlanOp => ({ op: 'add', title }));
  await editPlan({ ...claude, settings }, projectId, { ops, dryRun: false, baseSeq: undefined });
  expect(asked).toBe(1);
});
