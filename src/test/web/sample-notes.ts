import type { Note } from '#contract/note.ts';
import type { NoteCount } from '#contract/plan.ts';
import type { Task } from '#contract/task.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute)).toISOString();

/** A note for tests, written in the given minute. */
export const sampleNote = (id: string, minute: number, more: Partial<Record<keyof Note, unknown>> = {}) =>
  ({
    id,
    project_id: 'p',
    task_id: null,
    type: 'PROGRESS',
    body: `Body of ${id}`,
    author: { kind: 'agent', id: null, name: 'codex-cli' },
    is_broadcast: false,
    pinned: false,
    by_holder: false,
    question_id: null,
    work: null,
    supersedes_id: null,
    superseded_by_id: null,
    created_at: at(minute),
    updated_at: at(minute),
    deleted_at: null,
    ...more,
  }) as Note;

export const sampleTask = (id: string, title: string) => ({ id, title }) as Task;

export const sampleCount = (type: string, count: number, taskId: string | null = null) =>
  ({ task_id: taskId, type, count }) as NoteCount;
