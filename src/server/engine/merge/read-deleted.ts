import type { DraftTask, TaskOrigin } from '#contract/plan-draft.ts';
import { doSay } from './answer-requirements.ts';
import { checksAbout, findRestated, isCut, put } from './draft-checks.ts';
import type { Bench, Deleted, Mine, Theirs } from './sides.ts';

export function indexDeleted({ deleted }: Mine, { draft }: Theirs): Deleted {
  const drafted = new Map<string, TaskOrigin[]>();
  const followUps = new Map<string, TaskOrigin[]>();
  for (const origin of deleted) {
    if (origin.key === null) continue;
    for (const id of Object.keys(origin.requirements)) put(origin.follows === null ? drafted : followUps, id, origin);
  }
  const live = new Set(draft.tasks.map(({ key }) => key));
  return { drafted, followUps, keys: new Set(deleted.map(({ key }) => key)), live };
}

/** A person deleted the task that covered it, and the requirement has not changed since, repetitions included. */
export const isBuried = (bench: Bench, drafted: DraftTask, id: string): boolean =>
  bench.deleted.drafted.size > 0 &&
  (isGone(bench, drafted, id) || findRestated(drafted, id, (other) => isGone(bench, drafted, other)) !== undefined);

function isGone(bench: Bench, drafted: DraftTask, id: string): boolean {
  const now = bench.theirs.requirements.get(id)?.hash;
  return (bench.deleted.drafted.get(id) ?? []).some(({ key, requirements, checks }) =>
    isCut(bench, id) && (bench.deleted.live.has(key ?? '') || requirements[id] !== now)
      ? doSay(checks, checksAbout(drafted, id))
      : requirements[id] === now,
  );
}

/** A person deleted the previous version of this drafted task. */
export const isTakenOut = (bench: Bench, { key }: DraftTask): boolean => bench.deleted.keys.has(key);

/** A person deleted the follow-up for this text. */
export function isLeftAlone(bench: Bench, id: string): boolean {
  const now = bench.theirs.requirements.get(id)?.hash;
  return (bench.deleted.followUps.get(id) ?? []).some(({ requirements }) => requirements[id] === now);
}
