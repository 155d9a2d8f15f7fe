import type { Id } from '#contract/fields.ts';
import type { Bus } from '#server/platform/bus.ts';
import type { Context } from '#server/platform/context.ts';
import { setTimeout } from '#server/platform/guard.ts';
import { lookersOf } from '#server/projects/index.ts';

/** A page that is loaded again is not gone meanwhile. */
const GONE_AFTER_MS = 5_000;

/** Open streams of each person in each project at this server. */
const servers = new WeakMap<Bus, Map<string, number>>();

/**
 * When the last stream of a person in a project ends here they have left; another window, at another server, says so again
 * within a minute.
 */
export function noticeLeaving({ bus, actor }: Context, project: Id): () => void {
  if (actor.kind !== 'user') return () => undefined;
  const { userId } = actor;
  const open = servers.get(bus) ?? new Map<string, number>();
  servers.set(bus, open);
  const key = `${project} ${userId}`;
  open.set(key, (open.get(key) ?? 0) + 1);
  return () => {
    const others = (open.get(key) ?? 1) - 1;
    if (others > 0) return void open.set(key, others);
    open.delete(key);
    setTimeout(() => {
      if (!open.has(key)) lookersOf(bus).tell(project, userId, false);
    }, GONE_AFTER_MS).unref();
  };
}
