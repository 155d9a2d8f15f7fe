import { describe, expect, test } from 'vitest';
import type { FeedEvent } from '#contract/events.ts';
import type { Id } from '#contract/fields.ts';
import type { Note } from '#contract/note.ts';
import { isLineId, lineOf, momentOfLine } from '#contract/status-lines.ts';
import { addNote, listNotes, updateNote } from '#server/notes/index.ts';
import { readEvents } from '#server/platform/feed.ts';
import { pageFields } from '#server/platform/page.ts';
import { addUser } from '#test/builders.ts';
import { importContent } from '#test/import-content.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import { claimTask } from './baton/claim-task.ts';
import { releaseBaton } from './baton/release-baton.ts';
import { exportProject } from './transfer/export-project.ts';
import { createTask } from './tree/create-task.ts';
import { getPlan } from './tree/get-plan.ts';
import { updateTask } from './tree/update-task.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));

const codex = () => services.contextFor({ kind: 'agent', userId: user.id, projectId, name: 'codex' });
const add = (title: string) => createTask(user.ctx, { id: projectId, title });
const list = (more: Partial<Parameters<typeof listNotes>[1]> = {}) => listNotes(user.ctx, { id: projectId, ...more });
const bodies = (notes: readonly Note[]) => notes.map(({ body }) => body);
/** Advances the fake clock, so that every step has a time of its own. */
const later = <T>(work: () => Promise<T>) => {
  services.clock.advance(1_000);
  return work();
};

describe('a line about a change of status', () => {
  test('stands among the notes in its time, in the words of before, and is no stored note', async () => {
    const task = await add('Keel');
    await later(() => addNote(user.ctx, { id: projectId, type: 'FINDING', body: 'Wet.', task_id: task.id }));
    const { token } = await later(() => claimTask(codex(), { id: task.id, agent: 'bob' }));
    await later(() => addNote(user.ctx, { id: projectId, type: 'FINDING', body: 'Dry.', task_id: task.id }));
    await later(() => releaseBaton(codex(), { id: task.id, baton: token, reason: 'No wood.' }));
    const notes = await list();
    expect(bodies(notes)).toEqual([
      'Task status changed: wip → open',
      'bob handed back: No wood.',
      'Dry.',
      'Task locked by bob in Tasks',
      'Task status changed: open → wip',
      'Wet.',
    ]);
    expect(notes[0]).toMatchObject({ type: 'PROGRESS', is_broadcast: true, task_id: task.id, pinned: false });
    expect(notes[0]?.author).toEqual({ kind: 'agent', id: user.id, name: 'codex' });
    const { rows } = await services.database.pool.query<{ n: number }>(
      'select count(*)::int as n from notes where project_id = $1',
      [projectId],
    );
    expect(rows).toEqual([{ n: 3 }]);
    const { note_counts: counts } = await getPlan(user.ctx, { id: projectId });
    expect(counts, 'what Baton itself says is no note').toEqual([{ task_id: task.id, type: 'FINDING', count: 2 }]);
  });

  test('is shown for its own task only, also where one change set several', async () => {
    const [first, second] = [await add('First'), await add('Second')];
    await later(() => updateTask(user.ctx, { id: first.id, status: 'done' }));
    await later(() => updateTask(user.ctx, { id: second.id, status: 'wip' }));
    expect(bodies(await list({ task_id: first.id }))).toEqual(['Task status changed: open → done']);
    expect(bodies(await list({ task_id: second.id }))).toEqual(['Task status changed: open → wip']);
    expect(await list()).toHaveLength(2);
  });

  test('is the same row as the one a page makes from the event', async () => {
    const task = await add('Keel');
    await later(() => claimTask(codex(), { id: task.id }));
    const events: FeedEvent[] = await readEvents(services.db, `project:${projectId}`, 0, 100);
    const made = events.flatMap((event) => lineOf(projectId, event) ?? []);
    const listed = await list();
    expect(listed).toHaveLength(2);
    expect(made.toReversed()).toEqual(listed);
    for (const { id, created_at } of listed) {
      expect(isLineId(id)).toBe(true);
      expect(momentOfLine(id).toISOString()).toBe(created_at);
    }
    expect(isLineId((await addNote(user.ctx, { id: projectId, type: 'OTHER', body: 'x' })).id)).toBe(false);
  });

  test('cannot be changed or replaced', async () => {
    const task = await add('Keel');
    await updateTask(user.ctx, { id: task.id, status: 'done' });
    const [line] = await list();
    const id = line?.id as Id;
    const refusal = { type: 'CONFLICT', message: expect.stringContaining('Write a note beside it.') };
    await expect(updateNote(user.ctx, { id, body: 'x' })).rejects.toMatchObject(refusal);
    const replacing = addNote(user.ctx, { id: projectId, type: 'OTHER', body: 'x', supersedes_id: id });
    await expect(replacing).rejects.toMatchObject(refusal);
    const stranger = await addUser(services);
    await expect(listNotes(stranger.ctx, { id: projectId, before: id })).rejects.toMatchObject({ type: 'NOT_FOUND' });
  });

  test('that the feed no longer keeps is no longer shown, and a page goes on behind it', async () => {
    const task = await add('Keel');
    await addNote(user.ctx, { id: projectId, type: 'OTHER', body: 'Old' });
    await later(() => updateTask(user.ctx, { id: task.id, status: 'done' }));
    const [line] = await list({ limit: 1 });
    await services.database.pool.query(`delete from feed where scope = 'project:' || $1::text`, [projectId]);
    expect(bodies(await list())).toEqual(['Old']);
    expect(bodies(await list({ before: line?.id as Id }))).toEqual(['Old']);
  });
});

test.each([1, 2, 3, 7])(
  'pages of %i show every note and line once, in order, also many of one moment',
  async (limit) => {
    const tasks = [await add('One'), await add('Two'), await add('Three')];
    for (let round = 0; round < 4; round += 1)
      for (const [place, { id }] of tasks.entries()) {
        // Some at the same time as the one before.
        if ((round + place) % 2 === 0) services.clock.advance(1);
        await updateTask(user.ctx, { id, status: round % 2 === 0 ? 'done' : 'open' });
        await addNote(user.ctx, { id: projectId, type: 'OTHER', body: `${round} ${place}`, task_id: id });
      }
    const whole = (await list()).map(({ id }) => id);
    expect(whole).toHaveLength(24);
    for (const name of ['cursor', 'before'] as const) {
      const seen: Id[] = [];
      for (let from: Id | undefined; ;) {
        const page: Note[] = await list({ limit, ...(from === undefined ? {} : { [name]: from }) });
        seen.push(...page.map(({ id }) => id));
        const next = pageFields(page).nextCursor ?? null;
        if (next === null) break;
        from = next as Id;
      }
      expect(seen).toEqual(whole);
    }
  },
);

test('lines go along in an export, and arrive as rows that look the same, once', async () => {
  const task = await add('Keel');
  await later(() => claimTask(codex(), { id: task.id }));
  await later(() => addNote(user.ctx, { id: projectId, type: 'OTHER', body: 'Wet.', task_id: task.id }));
  const before = await list();
  const document = await exportProject(user.ctx, { id: projectId, format: 'json' });
  if (document.format !== 'baton') throw new Error('no JSON');
  expect(document.notes.map(({ body }) => body)).toEqual(bodies(before).toReversed());
  const { project } = await importContent(user.ctx, { content: JSON.stringify(document) });
  const copied = await listNotes(user.ctx, { id: project.id });
  expect(bodies(copied)).toEqual(bodies(before));
  for (const { id } of copied) expect(isLineId(id)).toBe(false);
});
