import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Me } from '#contract/account.ts';
import type { Note, NoteType } from '#contract/note.ts';
import { call } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { failureToast } from '#web/lib/failure-toast.ts';
import { changeNotes, nextDraftId, type NotePages } from '#web/lib/live-notes.ts';
import { queryKeys } from '#web/lib/query-keys.ts';
import { toast } from '#web/ui/toast.ts';

export interface NewNote {
  type: NoteType;
  body: string;
  taskId?: string | undefined;
  /** The note it takes the place of. */
  supersedes?: Note | undefined;
}

export interface NoteEdits {
  add(input: NewNote): Promise<boolean>;
  edit(note: Note, edit: { type: NoteType; body: string }, base?: string): Promise<'saved' | 'conflict' | 'failed'>;
  pin(note: Note, pinned: boolean): Promise<void>;
  remove(note: Note): Promise<void>;
}

/** Every change is shown at once; one that fails is taken back and says why. */
export function useNoteEdits(projectId: string): {
  edits: NoteEdits;
  /** Notes with a change that the server has not answered yet. */
  pending: ReadonlySet<string>;
} {
  const cache = useQueryClient();
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set());

  const edits = useMemo(() => {
    const put = (...rows: Note[]) => changeNotes(cache, projectId, rows);
    const find = (id: string) =>
      cache
        .getQueriesData<NotePages>({ queryKey: queryKeys.allNotes(projectId) })
        .flatMap(([, list]) => list?.pages ?? [])
        .flatMap((page) => page.notes.find((note) => note.id === id) ?? [])[0];
    /** Unless a newer row came in meanwhile, which then is the truth. */
    const takeBack = (note: Note) => {
      const now = find(note.id);
      if (!now || now.updated_at === note.updated_at) put(note);
    };
    const track = async <T>(id: string, work: Promise<T>) => {
      setPending((ids) => new Set(ids).add(id));
      try {
        return await work;
      } finally {
        setPending((ids) => new Set([...ids].filter((each) => each !== id)));
      }
    };

    const add = async (input: NewNote) => {
      const draft = draftNote(projectId, input, cache.getQueryData<Me>(queryKeys.me));
      const gone = { ...draft, deleted_at: draft.created_at };
      put(draft);
      try {
        const saved = await track(draft.id, call('POST /api/projects/:id/notes', requestFor(projectId, input)));
        put(gone, saved);
        return true;
      } catch (error) {
        put(gone);
        toast(failureToast(error, 'The note was not added.'));
        return false;
      }
    };

    const edit = async (note: Note, { type, body }: { type: NoteType; body: string }, base?: string) => {
      put({ ...note, type, body });
      try {
        const request = { id: note.id, type, body, ...(base !== undefined && { base_updated_at: base }) };
        put(await track(note.id, call('PATCH /api/notes/:id', request)));
        return 'saved' as const;
      } catch (error) {
        takeBack(note);
        toast(failureToast(error, 'The note was not changed.'));
        if (!(error instanceof ApiError) || error.status !== 409) return 'failed' as const;
        await cache.invalidateQueries({ queryKey: queryKeys.allNotes(projectId) });
        return 'conflict' as const;
      }
    };

    const pin = async (note: Note, pinned: boolean) => {
      put({ ...note, pinned });
      try {
        put(await track(note.id, call('PATCH /api/notes/:id', { id: note.id, pinned })));
      } catch (error) {
        takeBack(note);
        toast(failureToast(error, 'The note was not changed.'));
      }
    };

    const bringBack = async (note: Note, removal: Promise<unknown>) => {
      put(note);
      const isGone = await removal.then(
        () => true,
        () => false,
      );
      if (!isGone) return;
      try {
        put(await track(note.id, call('POST /api/notes/:id/undelete', { id: note.id })));
      } catch (error) {
        put({ ...note, deleted_at: note.updated_at });
        toast(failureToast(error, 'The note was not brought back.'));
      }
    };

    const remove = async (note: Note) => {
      put({ ...note, deleted_at: note.updated_at });
      const removal = call('DELETE /api/notes/:id', { id: note.id });
      toast({ title: 'Note deleted', action: { label: 'Undo', run: () => void bringBack(note, removal) } });
      try {
        await removal;
      } catch (error) {
        put(note);
        toast(failureToast(error, 'The note was not deleted.'));
      }
    };

    return { add, edit, pin, remove };
  }, [cache, projectId]);

  return { edits, pending };
}

function requestFor(projectId: string, { type, body, taskId, supersedes }: NewNote) {
  return {
    id: projectId,
    type,
    body,
    ...(taskId !== undefined && { task_id: taskId }),
    ...(supersedes && { supersedes_id: supersedes.id, pinned: supersedes.pinned }),
  };
}

/** Stands in the list until the server's own row takes its place. */
function draftNote(projectId: string, { type, body, taskId, supersedes }: NewNote, me: Me | undefined): Note {
  const now = new Date().toISOString();
  return {
    id: nextDraftId(),
    project_id: projectId as Note['project_id'],
    task_id: taskId === undefined ? null : (taskId as Note['id']),
    type,
    body,
    author: { kind: 'user', id: me?.id ?? null, name: me?.display_name ?? 'You' },
    is_broadcast: false,
    pinned: supersedes?.pinned ?? false,
    supersedes_id: supersedes?.id ?? null,
    superseded_by_id: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
}
