import type { QueryClient } from '@tanstack/react-query';
import type { Me } from '#contract/account.ts';
import type { Note, NoteType } from '#contract/note.ts';
import { call } from '#web/lib/net/api.ts';
import { ApiError } from '#web/lib/net/api-error.ts';
import { failureToast } from '#web/lib/net/failure-toast.ts';
import { inTurn } from '#web/lib/net/in-turn.ts';
import { changeNotes, compareNotes, type NotePages } from '#web/lib/live/live-notes.ts';
import { firstId, nameRow, newRowId, realId, rememberNewRow } from '#web/lib/live/new-rows.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { untilSaved } from '#web/lib/net/saving.ts';
import { isShownElsewhere } from '#web/lib/session/session-failure.ts';
import { toast } from '#web/ui/toast.ts';
import { addNoteChange, listNoteChanges, type NoteChange } from './note-changes.ts';
import { isSeen, type SeenText } from './seen-text.ts';

export interface NewNote {
  type: NoteType;
  body: string;
  taskId?: string | undefined;
  supersedes?: Note | undefined;
}

type Outcome = 'saved' | 'conflict' | 'failed';

export type NoteEdits = ReturnType<typeof noteEdits>;

/**
 * Changes of notes, as optimistic updates with rollback and an error toast. Changes of one note are sent one after the
 * other, and those of a note that is still being created wait for its id.
 */
export function noteEdits(cache: QueryClient, projectId: string) {
  const put = (row: Note) => changeNotes(cache, projectId, [row]);
  const listed = () =>
    cache
      .getQueriesData<NotePages>({ queryKey: queryKeys.allNotes(projectId) })
      .flatMap(([, list]) => list?.pages ?? [])
      .flatMap((page) => page.notes);

  const inItsTurn = <T>(row: string, job: () => Promise<T>) =>
    untilSaved(inTurn(cache, projectId, { rows: [row], reach: 'row' }, job));

  const attempt = async (
    note: Note,
    change: Pick<NoteChange, 'fields' | 'row'>,
    send: (id: string) => Promise<Note | undefined>,
    failed: string,
  ): Promise<Outcome> => {
    const id = firstId(note.id);
    const drop = addNoteChange(cache, projectId, { id, ...change });
    try {
      const row = await inItsTurn(id, async () => send(await realId(note.id, failed)));
      if (row) put(row);
      return 'saved';
    } catch (error) {
      if (!isShownElsewhere(error)) toast(failureToast(error, failed));
      return error instanceof ApiError && error.status === 409 ? 'conflict' : 'failed';
    } finally {
      drop();
    }
  };

  const newestText = (draft: Note) =>
    listNoteChanges(cache, projectId).findLast(({ id, fields }) => id === draft.id && fields?.body !== undefined)
      ?.fields?.body ?? draft.body;

  /** Resolves to the text if the note could not be added, including edits made to it while it was pending. */
  const add = async (input: NewNote): Promise<string | undefined> => {
    const draft = draftNote(projectId, input, cache.getQueryData<Me>(queryKeys.me));
    const supersedes = input.supersedes && firstId(input.supersedes.id);
    const after = listed().toSorted(compareNotes)[0];
    const drop = addNoteChange(cache, projectId, { id: draft.id, row: draft, adds: { after, supersedes } });
    let unsaved: string | undefined;
    const adding = async () => {
      try {
        const saved = await inItsTurn(supersedes ?? draft.id, () => post(projectId, input));
        nameRow(draft.id, saved.id);
        put(saved);
        return saved.id;
      } catch (error) {
        if (!isShownElsewhere(error)) toast(failureToast(error, NOT_ADDED));
        unsaved = newestText(draft);
        return undefined;
      } finally {
        drop();
      }
    };
    const added = adding();
    rememberNewRow(draft.id, added);
    await added;
    return unsaved;
  };

  /** Optimistic locking: the base is the version the editor started from, so a newer text is a conflict. */
  const edit = async (note: Note, text: { type: NoteType; body: string }, seen?: SeenText) => {
    const send = (id: string) => {
      const now = listed().find((each) => each.id === id);
      const base = now && isSeen(seen, now) ? now.updated_at : seen?.updated_at;
      return call('PATCH /api/notes/:id', { id, ...text, ...(seen && { base_updated_at: base }) });
    };
    const outcome = await attempt(note, { fields: text }, send, 'The note was not changed.');
    if (outcome === 'conflict') await cache.invalidateQueries({ queryKey: queryKeys.allNotes(projectId) });
    return outcome;
  };

  const pin = (note: Note, pinned: boolean) =>
    attempt(
      note,
      { fields: { pinned } },
      (id) => call('PATCH /api/notes/:id', { id, pinned }),
      'The note was not changed.',
    );

  const bringBack = (note: Note, removal: Promise<Outcome>) =>
    attempt(
      note,
      { row: note, fields: { deleted_at: null } },
      async (id) => ((await removal) === 'saved' ? call('POST /api/notes/:id/undelete', { id }) : undefined),
      'The note could not be restored.',
    );

  const remove = (note: Note) => {
    const removal = attempt(
      note,
      { fields: { deleted_at: note.updated_at } },
      (id) => call('DELETE /api/notes/:id', { id }),
      'The note was not deleted.',
    );
    toast({ title: 'Note deleted', action: { label: 'Undo', run: () => void bringBack(note, removal) } });
    return removal;
  };

  return { add, edit, pin, remove };
}

const NOT_ADDED = 'The note was not added.';

async function post(projectId: string, { type, body, taskId, supersedes }: NewNote) {
  return call('POST /api/projects/:id/notes', {
    id: projectId,
    type,
    body,
    ...(taskId !== undefined && { task_id: taskId }),
    ...(supersedes && { supersedes_id: await realId(supersedes.id, NOT_ADDED), pinned: supersedes.pinned }),
  });
}

/** Placeholder in the list until the server's row replaces it. */
function draftNote(projectId: string, { type, body, taskId, supersedes }: NewNote, me: Me | undefined): Note {
  const now = new Date().toISOString();
  return {
    id: newRowId() as Note['id'],
    project_id: projectId as Note['project_id'],
    task_id: taskId === undefined ? null : (taskId as Note['id']),
    type,
    body,
    author: { kind: 'user', id: me?.id ?? null, name: me?.display_name || me?.email || 'You' },
    is_broadcast: false,
    pinned: supersedes?.pinned ?? false,
    work: null,
    supersedes_id: supersedes?.id ?? null,
    superseded_by_id: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
}
