import { describe, expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import { lineOf } from '#contract/status-lines.ts';
import { newId } from '#server/platform/id.ts';
import { createProject } from '#server/projects/index.ts';
import { addExample, addUser } from '#test/builders.ts';
import { type NewProject, withNewProject } from '#test/new-project.ts';
import { addNote } from './add-note.ts';
import { deleteNote, undeleteNote } from './delete-note.ts';
import { listNotes } from './queries.ts';
import { updateNote } from './update-note.ts';

let { services, user, projectId } = {} as NewProject;
withNewProject((given) => ({ services, user, projectId } = given));

const add = (body: string, fields: Partial<Parameters<typeof addNote>[1]> = {}) =>
  addNote(user.ctx, { id: projectId, type: 'FINDING', body, ...fields });
const bodies = async () => (await listNotes(user.ctx, { id: projectId })).map(({ body }) => body);

describe('a note', () => {
  test('is kept with its author, newest first', async () => {
    await add('First');
    services.clock.advance(1_000);
    const note = await add('Second', { pinned: true });
    expect(note).toMatchObject({ type: 'FINDING', pinned: true, is_broadcast: false, task_id: null });
    expect(note.author).toEqual({ kind: 'user', id: user.id, name: user.actor.name });
    expect(await bodies()).toEqual(['Second', 'First']);
  });

  test('of an agent says which agent', async () => {
    const agent = services.contextFor({ kind: 'agent', userId: user.id, projectId, name: 'claude-code' });
    const note = await addNote(agent, { id: projectId, type: 'PROGRESS', body: 'On it' });
    expect(note.author).toEqual({ kind: 'agent', id: user.id, name: 'claude-code' });
  });

  test('belongs to a live task of the same project, or is refused', async () => {
    const { projectId: other } = await addExample(services, user);
    const { rows } = await services.database.pool.query<{ id: Id }>('select id from tasks where project_id = $1', [
      other,
    ]);
    for (const task_id of [newId(), rows[0]?.id ?? newId()])
      await expect(add('Nowhere', { task_id })).rejects.toMatchObject({ type: 'NOT_FOUND' });
  });

  test('is changed by whoever saw its latest text', async () => {
    const note = await add('Text');
    services.clock.advance(1_000);
    const edited = await updateNote(user.ctx, { id: note.id, body: 'New text', type: 'CONTEXT' });
    expect(edited).toMatchObject({ body: 'New text', type: 'CONTEXT' });
    expect(edited.updated_at > note.updated_at).toBe(true);
    const late = updateNote(user.ctx, { id: note.id, body: 'Mine', base_updated_at: note.updated_at });
    await expect(late).rejects.toMatchObject({ type: 'CONFLICT', detail: { code: 'EDIT_CONFLICT' } });
  });

  test('that is pinned does not count as edited', async () => {
    const note = await add('Text');
    services.clock.advance(1_000);
    const pinned = await updateNote(user.ctx, { id: note.id, pinned: true });
    expect(pinned).toMatchObject({ pinned: true, updated_at: note.updated_at });
  });

  test('can be deleted and brought back', async () => {
    const note = await add('Text');
    expect((await deleteNote(user.ctx, { id: note.id })).deleted_at).not.toBeNull();
    expect(await bodies()).toEqual([]);
    await expect(deleteNote(user.ctx, { id: note.id })).rejects.toMatchObject({ type: 'NOT_FOUND' });
    await undeleteNote(user.ctx, { id: note.id });
    expect(await bodies()).toEqual(['Text']);
    await expect(undeleteNote(user.ctx, { id: note.id })).rejects.toMatchObject({ type: 'NOT_FOUND' });
  });
});

test('a line that tells of a change is not there to be deleted or brought back', async () => {
  const event = {
    seq: 7,
    type: 'task.status_changed',
    data: { task_id: newId(), previous_status: 'open', new_status: 'done' },
    actor: { kind: 'system', id: null, name: 'x' },
    created_at: services.now().toISOString(),
  } as const;
  const id = lineOf(projectId, event)?.id ?? newId();
  const refusal = { type: 'CONFLICT', message: expect.stringContaining('Write a note beside it.') };
  await expect(deleteNote(user.ctx, { id })).rejects.toMatchObject(refusal);
  await expect(undeleteNote(user.ctx, { id })).rejects.toMatchObject(refusal);
});

describe('a note that replaces another', () => {
  test('marks it, unpins it, and tells both', async () => {
    const old = await add('Wrong', { pinned: true });
    services.clock.advance(1_000);
    const right = await add('Right', { supersedes_id: old.id });
    const [first, second] = await listNotes(user.ctx, { id: projectId });
    expect(first).toMatchObject({ id: right.id, supersedes_id: old.id, superseded_by_id: null });
    expect(second).toMatchObject({ id: old.id, superseded_by_id: right.id, pinned: false, updated_at: old.updated_at });
    const { rows } = await services.database.pool.query<{ type: string }>(
      'select type from events where scope = $1 order by seq desc limit 2',
      [`project:${projectId}`],
    );
    expect(rows.map(({ type }) => type).toSorted()).toEqual(['note.created', 'note.updated']);
  });

  test('is the only one: a second is pointed at the first', async () => {
    const old = await add('Wrong');
    const right = await add('Right', { supersedes_id: old.id });
    await expect(add('Also right', { supersedes_id: old.id })).rejects.toThrow(right.id);
    const race = await add('Race');
    const results = await Promise.allSettled([1, 2, 3].map((n) => add(`Successor ${n}`, { supersedes_id: race.id })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('that is deleted gives the place back, and takes it again only while it is free', async () => {
    const old = await add('Wrong');
    const first = await add('First try', { supersedes_id: old.id });
    const find = async (id: Id) => (await listNotes(user.ctx, { id: projectId })).find((note) => note.id === id);
    await deleteNote(user.ctx, { id: first.id });
    expect((await find(old.id))?.superseded_by_id).toBeNull();
    await undeleteNote(user.ctx, { id: first.id });
    expect((await find(old.id))?.superseded_by_id).toBe(first.id);
    await deleteNote(user.ctx, { id: first.id });
    const second = await add('Second try', { supersedes_id: old.id });
    expect((await undeleteNote(user.ctx, { id: first.id })).supersedes_id).toBeNull();
    expect((await find(old.id))?.superseded_by_id).toBe(second.id);
  });

  test('in the middle of a chain can go and come back: what holds is the newest that is there', async () => {
    const oldest = await add('Wrong');
    const middle = await add('Nearly', { supersedes_id: oldest.id });
    const newest = await add('Right', { supersedes_id: middle.id });
    const chain = async () => {
      const all = await listNotes(user.ctx, { id: projectId });
      return Object.fromEntries(all.map(({ body, superseded_by_id }) => [body, superseded_by_id]));
    };
    const whole = await chain();
    expect(whole).toEqual({ Wrong: middle.id, Nearly: newest.id, Right: null });
    await deleteNote(user.ctx, { id: middle.id });
    expect(await chain()).toEqual({ Wrong: newest.id, Right: null });
    await undeleteNote(user.ctx, { id: middle.id });
    expect(await chain()).toEqual(whole);

    await deleteNote(user.ctx, { id: middle.id });
    await deleteNote(user.ctx, { id: newest.id });
    expect(await chain()).toEqual({ Wrong: null });
    await undeleteNote(user.ctx, { id: newest.id });
    expect(await chain()).toEqual({ Wrong: newest.id, Right: null });
    await undeleteNote(user.ctx, { id: middle.id });
    expect(await chain()).toEqual(whole);

    await deleteNote(user.ctx, { id: newest.id });
    await deleteNote(user.ctx, { id: middle.id });
    await undeleteNote(user.ctx, { id: middle.id });
    expect(await chain()).toEqual({ Wrong: middle.id, Nearly: null });
    await undeleteNote(user.ctx, { id: newest.id });
    expect(await chain()).toEqual(whole);
  });

  test('must name a live note of the same project', async () => {
    const gone = await add('Gone');
    await deleteNote(user.ctx, { id: gone.id });
    const elsewhere = await createProject(user.ctx, { name: 'Other' });
    const foreign = await addNote(user.ctx, { id: elsewhere.id, type: 'OTHER', body: 'Foreign' });
    for (const supersedes_id of [gone.id, foreign.id, newId()])
      await expect(add('New', { supersedes_id })).rejects.toMatchObject({ type: 'NOT_FOUND' });
  });
});

test('notes come a page at a time, also when many were written in the same moment', async () => {
  for (let n = 0; n < 7; n += 1) await add(`Note ${n}`);
  const seen: string[] = [];
  for (let before: Id | undefined; ;) {
    const page = await listNotes(user.ctx, { id: projectId, limit: 3, ...(before && { before }) });
    seen.push(...page.map(({ body }) => body));
    before = page.at(-1)?.id;
    if (page.length < 3) break;
  }
  expect(seen.toSorted()).toEqual(Array.from({ length: 7 }, (_, n) => `Note ${n}`));
});

test('another user’s note is as absent as a missing one', async () => {
  const note = await add('Mine');
  const stranger = await addUser(services);
  for (const work of [
    () => updateNote(stranger.ctx, { id: note.id, body: 'Theirs' }),
    () => deleteNote(stranger.ctx, { id: note.id }),
    () => listNotes(stranger.ctx, { id: projectId }),
  ])
    await expect(work()).rejects.toMatchObject({ type: 'NOT_FOUND' });
  expect(await bodies()).toEqual(['Mine']);
});
