import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { TaskStatus } from '#contract/task.ts';
import { tasks } from '#server/platform/db/tables/index.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import { claimTask } from '../baton/claim-task.ts';
import { createTask } from './create-task.ts';
import { updateTask } from './update-task.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));

const add = () => createTask(user.ctx, { id: projectId, title: 'Rig' });

describe('a status that comes with other changes takes none of them back', () => {
  const checks = [{ text: 'It holds', met: true }];

  test.each<TaskStatus>(['done', 'wip'])('to %s', async (status) => {
    const { id } = await add();
    await updateTask(user.ctx, { id, checks: [{ text: 'Old', met: false }] });
    const edit = { title: 'The rig', description: 'Hemp.', checks, prd_lines: { start: 2, end: 3 } };
    expect(await updateTask(user.ctx, { id, ...edit, status })).toMatchObject({ ...edit, status });
  });

  test('back to open, with what stands in the way', async () => {
    const { id } = await add();
    await claimTask(user.ctx, { id });
    const put = { status: 'open' as const, blocked_reason: 'No oak', checks };
    expect(await updateTask(user.ctx, { id, ...put })).toMatchObject(put);
    // Claiming clears the block.
    expect(await updateTask(user.ctx, { id, status: 'wip' })).toMatchObject({ blocked_reason: null, checks });
  });

  test('and what the PRD asks anew stays seen', async () => {
    const { id } = await add();
    await services.db.update(tasks).set({ prdState: 'review' }).where(eq(tasks.id, id));
    expect(await updateTask(user.ctx, { id, description: 'Seen.', status: 'wip' })).toMatchObject({ prd_state: null });
    await services.db.update(tasks).set({ prdState: 'review' }).where(eq(tasks.id, id));
    expect(await updateTask(user.ctx, { id, status: 'open' })).toMatchObject({ prd_state: 'review' });
  });
});

test('checks ticked on an older state are refused, and the ticks of others stay', async () => {
  const { id } = await add();
  const both = (builds: boolean, passes: boolean) => [
    { text: 'Builds', met: builds },
    { text: 'Passes', met: passes },
  ];
  const seen = await updateTask(user.ctx, { id, checks: both(false, false) });
  services.clock.advance(5);
  const theirs = await updateTask(user.ctx, { id, checks: both(false, true) });
  const late = { id, checks: both(true, false), base_updated_at: seen.updated_at };
  await expect(updateTask(user.ctx, late)).rejects.toMatchObject({
    type: 'CONFLICT',
    detail: { code: 'EDIT_CONFLICT' },
  });
  const merged = { id, checks: both(true, true), base_updated_at: theirs.updated_at };
  expect(await updateTask(user.ctx, merged)).toMatchObject({ checks: both(true, true) });
});
