/** A plan as a file that was pulled says it: all of it, so that what is missing was taken out. */
export interface PlanDocument {
  project: string;
  /** The feed's number of the moment it was pulled. */
  base: number;
  /** Whether the notes that were there were written into it. */
  hasNotes: boolean;
  lists: DocumentList[];
}

export interface DocumentList {
  /** The line it stands on, to name it in a complaint. */
  line: number;
  /** The end of its id; undefined for a list that somebody has written into the file. */
  key: string | undefined;
  name: string;
  brief: string;
  tasks: DocumentTask[];
}

export interface DocumentTask {
  line: number;
  number: number | undefined;
  title: string;
  state: 'open' | 'wip' | 'done';
  description: string;
  checks: { text: string; met: boolean }[];
  /** As written: a task's number, or the title of another task of the file. */
  after: string[];
  requirements: string[];
  /** Empty when nothing is in the way. */
  blocked: string;
  notes: DocumentNote[];
  /** Of the list below it: a name of its own, and its brief. */
  steps: { name: string | undefined; brief: string };
  children: DocumentTask[];
}

export interface DocumentNote {
  line: number;
  /** The end of its id; undefined for a note that somebody has written into the file. */
  key: string | undefined;
  type: NoteKind | undefined;
  /** Who wrote it and when, for people. */
  by: string;
  body: string;
}

export type NoteKind = 'progress' | 'finding' | 'context' | 'files' | 'other';

const KEY_LENGTH = 8;
/** Ids begin with the time, which neighbours share: their ends tell them apart. */
export const keyOf = (id: string): string => id.slice(-KEY_LENGTH);

/** Every task, each before those below it. */
export function listTasks({ lists }: Pick<PlanDocument, 'lists'>): DocumentTask[] {
  const below = (tasks: readonly DocumentTask[]): DocumentTask[] =>
    tasks.flatMap((task) => [task, ...below(task.children)]);
  return lists.flatMap(({ tasks }) => below(tasks));
}
