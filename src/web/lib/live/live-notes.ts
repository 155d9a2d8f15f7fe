import type { InfiniteData, Query, QueryClient } from '@tanstack/react-query';
import type { FeedEvent } from '#contract/events.ts';
import type { Note } from '#contract/note.ts';
import { lineOf } from '#contract/status-lines.ts';
import { queryKeys } from '../net/query-keys.ts';

export interface NotePage {
  notes: readonly Note[];
  /** Whether the server has older notes after this page. */
  more: boolean;
}
/** The page parameter is the id of the last note of the page before (keyset pagination); '' for the first page. */
export type NotePages = InfiniteData<NotePage, string>;

/** Order of the pages: newest first. */
export function compareNotes(a: Note, b: Note) {
  if (a.created_at !== b.created_at) return a.created_at < b.created_at ? 1 : -1;
  if (a.id === b.id) return 0;
  return a.id < b.id ? 1 : -1;
}

/** Applies the note events to every loaded list of the project. */
export function patchNotes(cache: QueryClient, projectId: string, events: readonly FeedEvent[]) {
  if (events.some((event) => event.type === 'plan.replaced')) {
    void cache.invalidateQueries({ queryKey: queryKeys.allNotes(projectId) });
    return;
  }
  changeNotes(
    cache,
    projectId,
    events.flatMap((event) =>
      event.type === 'note.created' || event.type === 'note.updated' || event.type === 'note.deleted'
        ? [event.data]
        : (lineOf(projectId, event) ?? []),
    ),
  );
}

/** Upserts the rows, and removes the deleted ones, in the order given. */
export function changeNotes(cache: QueryClient, projectId: string, rows: readonly Note[]) {
  if (rows.length === 0) return;
  for (const query of cache.getQueryCache().findAll({ queryKey: queryKeys.allNotes(projectId) })) {
    changeList(cache, query, rows);
    // A fetch in flight may have been answered before this change and would overwrite it: the rows are put in again afterwards.
    if (query.state.fetchStatus === 'fetching')
      void query.promise?.then(
        () => changeList(cache, query, rows),
        () => undefined,
      );
  }
}

function changeList(cache: QueryClient, query: Query, rows: readonly Note[]) {
  const taskId = query.queryKey[3] ?? undefined;
  const concerned = rows.filter((row) => taskId === undefined || row.task_id === taskId);
  cache.setQueryData<NotePages>(query.queryKey, (list) => list && putRows(list, concerned));
}

/** Unchanged pages keep their reference, so that they are not rendered again. */
export function putRows(list: NotePages, rows: readonly Note[]): NotePages {
  const pages = rows.reduce<readonly NotePage[]>(putRow, list.pages);
  return pages === list.pages ? list : { ...list, pages: [...pages] };
}

function putRow(pages: readonly NotePage[], row: Note): readonly NotePage[] {
  const known = pages.flatMap((page) => page.notes.find((note) => note.id === row.id) ?? [])[0];
  // An event may be older than an answer that has already arrived: the newer row stays.
  if (known && known.updated_at > row.updated_at) return pages;
  const marked = row.supersedes_id === null ? pages : markSuperseded(pages, row.supersedes_id, row);
  if (row.deleted_at !== null) return known ? without(marked, row.id) : marked;
  return known ? replace(marked, row) : insert(marked, row);
}

const replace = (pages: readonly NotePage[], row: Note) =>
  changeWhere(pages, row.id, (notes) => notes.map((note) => (note.id === row.id ? row : note)));

const without = (pages: readonly NotePage[], id: string) =>
  changeWhere(pages, id, (notes) => notes.filter((note) => note.id !== id));

function markSuperseded(pages: readonly NotePage[], id: string, by: Note) {
  const mark = (note: Note): Note => {
    if (by.deleted_at === null) return { ...note, superseded_by_id: by.id };
    return note.superseded_by_id === by.id ? { ...note, superseded_by_id: null } : note;
  };
  return changeWhere(pages, id, (notes) => notes.map((note) => (note.id === id ? mark(note) : note)));
}

function changeWhere(
  pages: readonly NotePage[],
  id: string,
  change: (notes: readonly Note[]) => readonly Note[],
): readonly NotePage[] {
  return pages.map((page) =>
    page.notes.some((note) => note.id === id) ? { ...page, notes: change(page.notes) } : page,
  );
}

/** A note older than everything loaded is left out: it comes with its own page. */
function insert(pages: readonly NotePage[], row: Note): readonly NotePage[] {
  const reaches = (page: NotePage) => {
    const last = page.notes.at(-1);
    return !page.more || (last !== undefined && compareNotes(row, last) < 0);
  };
  const place = pages.findIndex(reaches);
  return pages.map((page, index) =>
    index === place ? { ...page, notes: [...page.notes, row].toSorted(compareNotes) } : page,
  );
}
