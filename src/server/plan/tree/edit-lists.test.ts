import { beforeEach, describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { PlanOp } from '#contract/tools.ts';
import type { Context } from '#server/platform/context.ts';
import { newId } from '#server/platform/id.ts';
import { createProject } from '#server/projects/index.ts';
import { raiseProjectLimit } from '#test/builders.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import { claimTask } from '../baton/claim-task.ts';
import { diffCheckpoint } from '../checkpoints/diff-checkpoint.ts';
import { editPlan } from './edit-plan.ts';
import { createTaskList } from './edit-task-list.ts';
import { exportProject } from '../transfer/export-project.ts';
import { getPlan } from './get-plan.ts';
import { orient } from '../baton/orient.ts';
import { restoreCheckpoint } from '../checkpoints/restore-checkpoint.ts';
import { saveCheckpoint } from '../checkpoints/save-checkpoint.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));
let claude: Context;
beforeEach(() => {
  claude = services.contextFor({ kind: 'agent', userId: user.id, projectId, name: 'claude' });
});

const edit = (...ops: PlanOp[]) => editPlan(claude, projectId, { ops, dryRun: false, baseSeq: undefined });
const names = async () =>
  (await getPlan(user.ctx, { id: projectId })).task_lists.filter(({ depth }) => depth === 0).map(({ name }) => name);
const ADD = ['Hull', 'Rig', 'Paint'].map((name): PlanOp => ({ op: 'list_add', name }));

describe('lists', () => {
  test('are added with a brief, in the order of the ops, and found by name by the tasks of the same call', async () => {
    const { lines } = await edit(
      { op: 'list_add', name: 'Hull', brief: 'Goal: it floats.' },
      { op: 'add', title: 'Keel', list: 'hull' },
      { op: 'list_add', name: 'Rig' },
      { op: 'list_add', name: 'Plans', after: 'Hull' },
    );
    expect(lines).toEqual(['+ list Hull', '+ T1 Keel under hull', '+ list Rig', '+ list Plans after Hull']);
    expect(await names()).toEqual(['Hull', 'Plans', 'Rig']);
    const { task_lists, tasks } = await getPlan(user.ctx, { id: projectId });
    expect(task_lists[0]?.operational_brief).toBe('Goal: it floats.');
    expect(tasks.map(({ task_list_name }) => task_list_name)).toEqual(['Hull']);
  });

  test('are never made from an id: one that is not there is not found, and nothing is written', async () => {
    await edit({ op: 'list_add', name: 'Hull' }, { op: 'add', title: 'Keel', list: 'Hull' });
    const [hull] = (await getPlan(user.ctx, { id: projectId })).task_lists;
    await raiseProjectLimit(services);
    const other = await createProject(user.ctx, { name: 'Other' });
    const foreign = await createTaskList(user.ctx, { id: other.id, name: 'Far' });
    for (const list of [newId(), newId().toUpperCase(), foreign.id])
      for (const op of [
        { op: 'add', title: 'Mast', list },
        { op: 'move', id: 'T1', list },
      ] satisfies PlanOp[])
        await expect(edit(op)).rejects.toMatchObject({
          type: 'NOT_FOUND',
          message: expect.stringContaining(`The list “${list}” (list) was not found. Lists: “Hull”.`),
        });
    expect(await names()).toEqual(['Hull']);
    await edit({ op: 'add', title: 'Mast', list: hull?.id });
    expect((await getPlan(user.ctx, { id: projectId })).tasks.map(({ task_list_id }) => task_list_id)).toEqual([
      hull?.id,
      hull?.id,
    ]);
  });

  test('get another name and brief', async () => {
    await edit(...ADD);
    expect((await edit({ op: 'list_update', list: 'rig', name: 'Rigging', brief: 'Hemp.' })).lines).toEqual([
      '~ list name: Rig → Rigging; brief',
    ]);
    expect((await edit({ op: 'list_update', list: 'Hull', brief: 'Oak.' })).lines).toEqual(['~ list Hull brief']);
    expect(await names()).toEqual(['Hull', 'Rigging', 'Paint']);
  });

  test('move behind another or to the front, in every view, and a new one still comes last', async () => {
    await edit(...ADD);
    expect((await edit({ op: 'list_move', list: 'Paint' })).lines).toEqual(['> list Paint first']);
    expect(await names()).toEqual(['Paint', 'Hull', 'Rig']);
    expect((await edit({ op: 'list_move', list: 'Paint', after: 'hull' })).lines).toEqual(['> list Paint after Hull']);
    expect(await names()).toEqual(['Hull', 'Paint', 'Rig']);
    await createTaskList(user.ctx, { id: projectId, name: 'Later' });
    expect(await names()).toEqual(['Hull', 'Paint', 'Rig', 'Later']);
    const { lanes } = await orient(claude, projectId, undefined);
    expect(lanes.map(({ name }) => name)).toEqual(['Hull', 'Paint', 'Rig', 'Later']);
    const document = await exportProject(user.ctx, { id: projectId, format: 'markdown' });
    expect(
      document.format === 'markdown' && [...document.markdown.matchAll(/^## (\w+)$/gm)].map(([, name]) => name),
    ).toEqual(['Hull', 'Paint', 'Rig', 'Later']);
  });

  test('that moved move back with a checkpoint, which says so', async () => {
    await edit(...ADD);
    const checkpoint = await saveCheckpoint(user.ctx, { id: projectId, name: 'Before' });
    await edit({ op: 'list_move', list: 'Paint' });
    const { changes } = await diffCheckpoint(user.ctx, { id: checkpoint.id });
    expect(changes.map(({ label, details }) => [label, details])).toContainEqual(['Paint', ['place among the lists']]);
    await restoreCheckpoint(user.ctx, { id: checkpoint.id });
    expect(await names()).toEqual(['Hull', 'Rig', 'Paint']);
  });

  test('are removed with their tasks, after a checkpoint', async () => {
    await edit(...ADD, { op: 'add', title: 'Mast', list: 'Rig' });
    const { lines, checkpoint } = await edit({ op: 'list_remove', list: 'Rig' });
    expect(lines).toEqual(['- list Rig (1 task)']);
    expect(await names()).toEqual(['Hull', 'Paint']);
    await restoreCheckpoint(user.ctx, { id: checkpoint as Id });
    expect(await names()).toEqual(['Hull', 'Rig', 'Paint']);
    expect((await getPlan(user.ctx, { id: projectId })).tasks.map(({ title }) => title)).toEqual(['Mast']);
  });

  test('that somebody works in are not removed', async () => {
    await edit(...ADD, { op: 'add', title: 'Mast', list: 'Rig' });
    const [task] = (await getPlan(user.ctx, { id: projectId })).tasks;
    await claimTask(user.ctx, { id: task?.id ?? projectId, agent: 'codex' });
    await expect(edit({ op: 'list_remove', list: 'Rig' })).rejects.toMatchObject({ type: 'LOCK_HELD' });
  });

  test.each<[string, PlanOp, string, string]>([
    ['added twice', { op: 'list_add', name: 'hull' }, 'CONFLICT', 'There is a list “Hull” already'],
    [
      'not there',
      { op: 'list_move', list: 'Sails' },
      'NOT_FOUND',
      'The list “Sails” (list) was not found. Lists: “Hull”',
    ],
    ['behind none', { op: 'list_add', name: 'New', after: 'Sails' }, 'NOT_FOUND', 'The list “Sails” (after)'],
    ['behind itself', { op: 'list_move', list: 'Rig', after: 'Rig' }, 'CONFLICT', 'cannot follow itself'],
    ['given another’s name', { op: 'list_update', list: 'Rig', name: 'HULL' }, 'CONFLICT', 'already'],
    ['not changed', { op: 'list_update', list: 'Rig' }, 'VALIDATION_ERROR', 'name or brief is needed'],
    ['without a name', { op: 'list_add' }, 'VALIDATION_ERROR', 'name is needed'],
    ['with a title', { op: 'list_add', name: 'x', title: 'y' }, 'VALIDATION_ERROR', 'title means nothing to list_add'],
  ])('%s are refused, and nothing of the call is done', async (_what, op, type, message) => {
    await edit(...ADD);
    await expect(edit({ op: 'list_remove', list: 'Paint' }, op)).rejects.toMatchObject({
      type,
      message: expect.stringContaining(`ops[1] (${op.op}): `),
    });
    await expect(edit({ op: 'list_remove', list: 'Paint' }, op)).rejects.toThrow(message);
    expect(await names()).toEqual(['Hull', 'Rig', 'Paint']);
  });
});
