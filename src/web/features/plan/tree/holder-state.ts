import type { Baton } from '#contract/plan.ts';
import type { Task } from '#contract/task.ts';
import { shortAge } from '#web/lib/time.ts';
import { type Presence, PRESENCE_WORDS, presenceOf } from '#web/lib/presence.ts';
import { numberOf } from './tree-row.ts';

export interface HolderText {
  presence: Presence;
  name: string;
  /** "holds the baton", "is quiet", "may have stopped". */
  says: string;
  /** "T12 · 12m", or how long ago the last call was. */
  since: string;
}

export function describeHolder(baton: Baton, task: Pick<Task, 'number'>, now: number): HolderText {
  const presence = presenceOf(baton, now);
  const since =
    presence === 'working'
      ? `${numberOf(task)} · ${shortAge(baton.taken_at, now)}`
      : `last call ${shortAge(baton.last_call_at, now)} ago`;
  return { presence, name: baton.holder.name, says: PRESENCE_WORDS[presence], since };
}
