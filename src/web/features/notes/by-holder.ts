import type { Note } from '#contract/note.ts';
import type { Baton } from '#contract/plan.ts';

/** Whether a note was written by the one who holds its task now, since it took the baton. */
export function isByHolder({ task_id, author, created_at }: Note, batons: readonly Baton[]): boolean {
  const baton = task_id === null ? undefined : batons.find((each) => each.task_id === task_id);
  if (!baton || created_at < baton.taken_at) return false;
  const { kind, id, name } = baton.holder;
  return author.kind === kind && author.id === id && author.name === name;
}
