import type { EventType } from '#contract/events.ts';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { sqlStateOf } from '#server/platform/feed.ts';
import type { NamedTask } from '../require-task.ts';

/** Raised by the functions for the usual claim and finish where something else must be decided first. */
const UNUSUAL = 'BT001';
const NOTHING_READY = 'BT002';
/** Of an edit, whose answer then says how the plan holds up against the PRD. */
const HAS_PRD = 'BT003';
/** Whoever got in the way of others tries again, the long way. */
const RETRIED = new Set(['40001', '40P01']);

export interface Wanted {
  projectId: Id | null;
  id: Id | null;
  number: number | null;
}

/** A task that is named by its id alone is one of the project an agent names, or of any of its account's. */
export const wantedOf = ({ actor }: Pick<Context, 'actor'>, name: Id | NamedTask): Wanted =>
  typeof name === 'string'
    ? { projectId: actor.kind === 'agent' ? actor.projectId : null, id: name, number: null }
    : { projectId: name.projectId, id: name.ref.id ?? null, number: name.ref.number ?? null };

/**
 * Whether the database's own function may decide. It commits by itself, so it is not for a part of a larger change; and an
 * agent that names its project stays in it.
 */
export function mayBeUsual({ actor, within, isLongWay }: Context, { projectId }: Wanted): boolean {
  if (within !== undefined || isLongWay === true) return false;
  if (actor.kind === 'user') return true;
  return actor.kind === 'agent' && (actor.projectId === null || actor.projectId === projectId);
}

/** What the function answers; undefined where it leaves the decision, null where nothing is ready. */
export async function askUsual<T>(asked: Promise<T>, noteHasPrd?: () => void): Promise<T | null | undefined> {
  try {
    return await asked;
  } catch (error) {
    const state = sqlStateOf(error);
    if (state === NOTHING_READY) return null;
    if (state === HAS_PRD) {
      noteHasPrd?.();
      return undefined;
    }
    if (state === UNUSUAL || RETRIED.has(state)) return undefined;
    throw error;
  }
}

/** The change is committed and in the feed: whoever follows it is told. */
export function tellUsual(ctx: Context, projectId: Id, types: readonly EventType[]): void {
  ctx.bus.tell('feed', `project:${projectId}`);
  for (const type of types) ctx.metrics.feedEvents.inc({ type });
}
