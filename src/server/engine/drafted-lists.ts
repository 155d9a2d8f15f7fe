import { DRAFTED_LISTS_MAX } from '#contract/constants.ts';
import type { DraftedList } from '#contract/generation.ts';

interface Drafting {
  lists: readonly { key: string; name: string }[];
  tasks: readonly { list: string }[];
}

/** The lists of a draft as its progress tells them: those with tasks, and whether their tasks are described. */
export function draftedLists({ lists, tasks }: Drafting, isDone: (key: string) => boolean): DraftedList[] {
  const counts = new Map<string, number>();
  for (const { list } of tasks) counts.set(list, (counts.get(list) ?? 0) + 1);
  return lists
    .flatMap(({ key, name }) => {
      const count = counts.get(key) ?? 0;
      return count === 0 ? [] : [{ name, tasks: count, done: isDone(key) }];
    })
    .slice(0, DRAFTED_LISTS_MAX);
}
