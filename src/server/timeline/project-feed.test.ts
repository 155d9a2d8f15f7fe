import { expect, test, vi } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { claimTask, createTask, finishTask, restoreCheckpoint, saveCheckpoint } from '#server/plan/index.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import { PATIENT } from '#test/patience.ts';
import { createProject, deleteProject } from '#server/projects/index.ts';
import { projectFeed } from './project-feed.ts';
import { sweepTimelines } from './sweep-timelines.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));

const count = async (table: string, where: string) => {
  const { rows } = await services.database.pool.query<{ n: number }>(
    `select count(*)::int as n from ${table} where ${where}`,
  );
  return rows[0]?.n ?? 0;
};

test('a change that commits between finding the end of the feed and reading it is told once', async () => {
  await createTask(user.ctx, { id: projectId, title: 'One' });
  const checkpoint = { type: 'checkpoint.created', data: { id: projectId, name: 'Before', reason: 'manual' } };
  const actor = { kind: 'user', id: user.id, name: 'Mira' };
  const client = await services.database.pool.connect();
  try {
    // Only the feed is locked: the projection finds its end, and waits before it reads.
    await client.query('begin; lock table feed in access exclusive mode');
    const running = projectFeed(services.db, projectId, { wait: true });
    await vi.waitFor(
      async () => expect(await count('pg_locks', `relation = 'feed'::regclass and not granted`)).toBe(1),
      PATIENT,
    );
    await client.query('select append_feed($1, $2, $3, null, $4, false)', [
      `project:${projectId}`,
      JSON.stringify([checkpoint]),
      JSON.stringify(actor),
      services.now(),
    ]);
    await client.query('commit');
    await running;
  } finally {
    client.release();
  }
  await projectFeed(services.db, projectId, { wait: true });
  expect(await count('timeline', `project_id = '${projectId}' and kind = 'checkpoint'`)).toBe(1);
});

const waiting = () => count('timeline', `project_id = '${projectId}' and is_open`);
const as = (name: string) => services.contextFor({ kind: 'agent', userId: user.id, projectId, name });

async function leaveOpen(id: Id, outcome: 'block' | 'ask'): Promise<void> {
  const { token } = await claimTask(as('codex'), { id, agent: 'codex' });
  const summary = 'No key in the vault';
  await finishTask(as('codex'), {
    id,
    outcome,
    summary,
    baton: token,
    ...(outcome === 'ask' && { question: 'Which?' }),
  });
}

test('a block and a question that a restored checkpoint does not have wait no longer, and one that it has does', async () => {
  const [one, two, three] = [
    await createTask(user.ctx, { id: projectId, title: 'One' }),
    await createTask(user.ctx, { id: projectId, title: 'Two' }),
    await createTask(user.ctx, { id: projectId, title: 'Three' }),
  ];
  await leaveOpen(three.id, 'block');
  const checkpoint = await saveCheckpoint(user.ctx, { id: projectId, name: 'Before' });
  await leaveOpen(one.id, 'block');
  await leaveOpen(two.id, 'ask');
  await projectFeed(services.db, projectId, { wait: true });
  expect(await waiting()).toBe(3);
  await restoreCheckpoint(user.ctx, { id: checkpoint.id });
  await projectFeed(services.db, projectId, { wait: true });
  expect(await waiting()).toBe(1);
});

test('the timeline of a deleted project is swept at once, and that of another stays', async () => {
  const other = await createProject(user.ctx, { name: 'Other' });
  for (const id of [projectId, other.id]) {
    await createTask(user.ctx, { id, title: 'One' });
    await projectFeed(services.db, id, { wait: true });
  }
  await deleteProject(user.ctx, { id: projectId });
  await sweepTimelines(services.contextFor({ kind: 'system', name: 'sweep' }));
  expect(await count('timeline', `project_id = '${projectId}'`)).toBe(0);
  expect(await count('timeline', `project_id = '${other.id}'`)).toBe(1);
});

test('a timeline that is up to date is read without a lock', async () => {
  await createTask(user.ctx, { id: projectId, title: 'One' });
  await projectFeed(services.db, projectId, { wait: true });
  const client = await services.database.pool.connect();
  try {
    await client.query('begin');
    await client.query('select from timeline_heads where project_id = $1 for update', [projectId]);
    await expect(projectFeed(services.db, projectId, { wait: true })).resolves.toBeUndefined();
    await client.query('rollback');
  } finally {
    client.release();
  }
});
