import type { EventType } from '#contract/events.ts';
import type { Id } from '#contract/fields.ts';
import { ownerIdOf } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { sqlStateOf } from '#server/platform/feed.ts';
import { ownerToProve } from '#server/projects/index.ts';
import type { NamedTask } from '../require-task.ts';

/** SQLSTATEs raised by the fast-path functions where the general path must decide. */
const UNUSUAL = 'BT001';
const NOTHING_READY = 'BT002';
/** For an edit in a project with a PRD, whose answer includes the coverage. */
const HAS_PRD = 'BT003';
/** Deadlock, serialisation failure, a host that takes no writes any more: retried on the general path. */
const RETRIED = new Set(['40001', '40P01', '25006']);

export interface Wanted {
  projectId: Id | null;
  id: Id | null;
  number: number | null;
}

/** A task named by id alone must be of the agent's project, or of any of its account's. */
export const wantedOf = ({ actor }: Pick<Context, 'actor'>, name: Id | NamedTask): Wanted =>
  typeof name === 'string'
    ? { projectId: actor.kind === 'agent' ? actor.projectId : null, id: name, number: null }
    : { projectId: name.projectId, id: name.ref.id ?? null, number: name.ref.number ?? null };

/**
 * Whether the fast path may be used. Its function commits by itself, so not inside a larger change; and an agent bound
 * to a project stays in it.
 */
export function mayBeUsual({ actor, within, isGeneralPath }: Context, { projectId }: Wanted): boolean {
  if (within !== undefined || isGeneralPath === true) return false;
  if (actor.kind === 'user') return true;
  return actor.kind === 'agent' && (actor.projectId === null || actor.projectId === projectId);
}

/** A task named by id alone is looked for among the caller's own projects; of others the general path decides. */
export const ownerOf = async (ctx: Context, { projectId }: Wanted): Promise<Id> =>
  projectId === null ? ownerIdOf(ctx) : ownerToProve(ctx, projectId, 'writable');

/**
 * Awaits the function's result; undefined where it leaves the decision to the general path, null where nothing is
 * ready.
 */
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

/** Notifies followers after the commit. */
export function tellUsual(ctx: Context, projectId: Id, types: readonly EventType[]): void {
  ctx.bus.tell('feed', `project:${projectId}`);
  for (const type of types) ctx.metrics.feedEvents.inc({ type });
}
