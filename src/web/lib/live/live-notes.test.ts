import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, test } from 'vitest';
import type { FeedEvent } from '#contract/events.ts';
import type { Note } from '#contract/note.ts';
import { changeNotes, type NotePage, type NotePages, patchNotes, putRows } from './live-notes.ts';
import { queryKeys } from '../net/query-keys.ts';

const at = (minute: number) => `2026-01-01T00:${String(minute).padStart(2, '0')}:00.000Z`;

const note = (id: string, minute: number, more: Partial<Record<keyof Note, unknown>> = {}) =>
  ({
    id,
    project_id: 'p',
    task_id: null,
    type: 'PROGRESS',
    body: id,
    author: { kind: 'agent', id: null, name: 'codex' },
    is_broadcast: false,
    pinned: false,
    by_holder: false,
    question_id: null,
    supersedes_id: null,
    superseded_by_id: null,
    created_at: at(minute),
    updated_at: at(minute),
    deleted_at: null,
    ...more,
  }) as Note;

const event = (type: 'note.created' | 'note.updated' | 'note.deleted', data: Note) =>
  ({ seq: 1, type, data, actor: data.author, created_at: data.created_at }) as FeedEvent;

const list = (...pages: NotePage[]): NotePages => ({ pages, pageParams: pages.map(() => '') });
const idsOf = (pages: NotePages | undefined) => pages?.pages.map((page) => page.notes.map(({ id }) => id));

let cache: QueryClient;
const ofProject = () => cache.getQueryData<NotePages>(queryKeys.notes('p', undefined));
const ofTask = (id: string) => cache.getQueryData<NotePages>(queryKeys.notes('p', id));

beforeEach(() => {
  cache = new QueryClient();
  cache.setQueryData(queryKeys.notes('p', undefined), list({ notes: [note('b', 2), note('a', 1)], more: false }));
});

describe('a note that is new', () => {
  test('comes first in the project’s list and in its task’s, not in another task’s', () => {
    cache.setQueryData(queryKeys.notes('p', 't1'), list({ notes: [], more: false }));
    cache.setQueryData(queryKeys.notes('p', 't2'), list({ notes: [], more: false }));
    patchNotes(cache, 'p', [event('note.created', note('c', 3, { task_id: 't1' }))]);
    expect(idsOf(ofProject())).toEqual([['c', 'b', 'a']]);
    expect(idsOf(ofTask('t1'))).toEqual([['c']]);
    expect(idsOf(ofTask('t2'))).toEqual([[]]);
  });

  test('told twice, or after its answer, is there once', () => {
    changeNotes(cache, 'p', [note('c', 3)]);
    patchNotes(cache, 'p', [event('note.created', note('c', 3)), event('note.created', note('c', 3))]);
    expect(idsOf(ofProject())).toEqual([['c', 'b', 'a']]);
  });

  test('does not reach another project, nor lists that were never loaded', () => {
    patchNotes(cache, 'other', [event('note.created', note('c', 3))]);
    patchNotes(cache, 'p', [event('note.created', note('d', 4, { task_id: 't9' }))]);
    expect(idsOf(ofProject())).toEqual([['d', 'b', 'a']]);
    expect(ofTask('t9')).toBeUndefined();
  });
});

describe('a line about a change of status', () => {
  const PROJECT = '01890a5d-ac96-774b-bcce-b302099a8057';
  const TASK = '01890a5d-ac96-774b-bcce-000000000001';
  const told = (seq: number, type: 'task.status_changed' | 'task.locked', data: object) =>
    ({
      seq,
      type,
      data: { task_id: TASK, ...data },
      actor: { kind: 'agent', id: null, name: 'codex' },
      created_at: at(seq),
    }) as FeedEvent;
  const moved = told(3, 'task.status_changed', { previous_status: 'open', new_status: 'wip' });
  const locked = told(4, 'task.locked', { task_list_name: 'Hull', agent_lock: at(4), locked_by: 'bob' });

  test('is made from its event in the lists of the project and the task, once however often it is told', () => {
    cache.setQueryData(queryKeys.notes(PROJECT, undefined), list({ notes: [note('b', 2)], more: false }));
    cache.setQueryData(queryKeys.notes(PROJECT, TASK), list({ notes: [], more: false }));
    patchNotes(cache, PROJECT, [moved, locked]);
    patchNotes(cache, PROJECT, [moved, locked]);
    const shown = (taskId?: string) =>
      cache.getQueryData<NotePages>(queryKeys.notes(PROJECT, taskId))?.pages[0]?.notes.map(({ body }) => body);
    expect(shown()).toEqual(['Task locked by bob in Hull', 'Task status changed: open → wip', 'b']);
    expect(shown(TASK)).toEqual(['Task locked by bob in Hull', 'Task status changed: open → wip']);
  });

  test('is not made for a lock that came with a change of status only', () => {
    const { locked_by: _by, ...data } = locked.data as { locked_by: string };
    cache.setQueryData(queryKeys.notes(PROJECT, undefined), list({ notes: [], more: false }));
    patchNotes(cache, PROJECT, [{ ...locked, data } as FeedEvent]);
    expect(cache.getQueryData<NotePages>(queryKeys.notes(PROJECT, undefined))?.pages[0]?.notes).toEqual([]);
  });
});

describe('a note that is changed', () => {
  test('is replaced where it stands', () => {
    patchNotes(cache, 'p', [event('note.updated', note('a', 1, { body: 'new', updated_at: at(5) }))]);
    expect(ofProject()?.pages[0]?.notes.map(({ body }) => body)).toEqual(['b', 'new']);
  });

  test('keeps the newer text when an older event comes late', () => {
    changeNotes(cache, 'p', [note('a', 1, { body: 'newest', updated_at: at(9) })]);
    patchNotes(cache, 'p', [event('note.updated', note('a', 1, { body: 'older', updated_at: at(5) }))]);
    expect(ofProject()?.pages[0]?.notes[1]?.body).toBe('newest');
  });

  test('leaves pages it is not on as they were', () => {
    const before = list({ notes: [note('d', 4), note('c', 3)], more: true }, { notes: [note('a', 1)], more: false });
    const after = putRows(before, [note('a', 1, { body: 'new', updated_at: at(5) })]);
    expect(after.pages[0]).toBe(before.pages[0]);
    expect(after.pages[1]).not.toBe(before.pages[1]);
  });
});

describe('a note that is deleted', () => {
  test('leaves every list, and comes back to its place', () => {
    const gone = note('b', 2, { deleted_at: at(6) });
    patchNotes(cache, 'p', [event('note.deleted', gone)]);
    expect(idsOf(ofProject())).toEqual([['a']]);
    patchNotes(cache, 'p', [event('note.updated', note('b', 2))]);
    expect(idsOf(ofProject())).toEqual([['b', 'a']]);
  });

  test('that was not loaded changes nothing', () => {
    patchNotes(cache, 'p', [event('note.deleted', note('x', 0, { deleted_at: at(6) }))]);
    expect(idsOf(ofProject())).toEqual([['b', 'a']]);
  });
});

test('a note brought back from beyond the loaded pages waits for its page', () => {
  const loaded = list({ notes: [note('d', 4), note('c', 3)], more: true });
  expect(idsOf(putRows(loaded, [note('a', 1)]))).toEqual([['d', 'c']]);
  const two = list({ notes: [note('d', 4)], more: true }, { notes: [note('b', 2)], more: false });
  expect(idsOf(putRows(two, [note('c', 3), note('a', 1)]))).toEqual([['d'], ['c', 'b', 'a']]);
});

test('a replaced note is marked with its successor, and unmarked when that one goes', () => {
  const successor = note('c', 3, { supersedes_id: 'a' });
  patchNotes(cache, 'p', [event('note.created', successor)]);
  expect(ofProject()?.pages[0]?.notes.at(-1)?.superseded_by_id).toBe('c');
  patchNotes(cache, 'p', [event('note.deleted', { ...successor, deleted_at: at(7) })]);
  expect(ofProject()?.pages[0]?.notes.map((each) => each.superseded_by_id)).toEqual([null, null]);
});

test('a change that comes while a page is being read is not lost with the page', async () => {
  const answer = Promise.withResolvers<NotePage>();
  const reading = cache.infiniteQuery({
    queryKey: queryKeys.notes('p', undefined),
    queryFn: () => answer.promise,
    initialPageParam: '',
    staleTime: 0,
  });
  patchNotes(cache, 'p', [
    event('note.created', note('c', 3)),
    event('note.deleted', note('b', 2, { deleted_at: at(4) })),
  ]);
  answer.resolve({ notes: [note('b', 2), note('a', 1)], more: false });
  await reading;
  expect(idsOf(ofProject())).toEqual([['c', 'a']]);
});

test('after the whole plan was replaced the notes are read again', () => {
  const replaced = { seq: 1, type: 'plan.replaced', data: { cause: 'restore' } } as FeedEvent;
  patchNotes(cache, 'p', [replaced]);
  expect(cache.getQueryState(queryKeys.notes('p', undefined))?.isInvalidated).toBe(true);
});
