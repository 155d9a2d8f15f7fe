import type { Note } from '#contract/note.ts';
import type { Baton } from '#contract/plan.ts';

/** Its author holds the baton of its task since before it was written, or held it then and has handed it back. */
export type HolderMark = 'now' | 'earlier' | undefined;

export function holderMark({ task_id, author, created_at, by_holder }: Note, batons: readonly Baton[]): HolderMark {
  const baton = task_id === null ? undefined : batons.find((each) => each.task_id === task_id);
  if (baton && created_at >= baton.taken_at && isSame(author, baton.holder)) return 'now';
  return by_holder ? 'earlier' : undefined;
}

const isSame = (one: Note['author'], other: Note['author']) =>
  one.kind === other.kind && one.id === other.id && one.name === other.name;
