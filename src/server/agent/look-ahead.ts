import type { Id } from '#contract/fields.ts';
import type { Ahead, Context } from '#server/platform/context.ts';
import { type Arrival, NOTHING, lookUp, lookUpOn } from './look-up.ts';

export interface LookAhead extends Ahead {
  arrival: Promise<Arrival>;
  /** Looks it up by itself, unless it is on its way with something else. */
  alone(): void;
}

/** A look-up that waits for a statement of the call to travel with: one packet to the database instead of two trips. */
export function lookAhead(ctx: Context, projectId: Id): LookAhead {
  const { promise: arrival, resolve, reject } = Promise.withResolvers<Arrival>();
  // It is waited for beside the call's own work, which may fail first.
  arrival.catch(() => undefined);
  let isTaken = false;
  return {
    arrival,
    take() {
      if (isTaken) return undefined;
      isTaken = true;
      return {
        async send(connection) {
          try {
            resolve(await lookUpOn(ctx, projectId, connection));
          } catch (error) {
            // What it travelled with may be committed, and is answered for: losses that were not told wait for the next call.
            ctx.log.warn({ reason: String(error), projectId }, 'what an agent holds could not be looked up');
            resolve(NOTHING);
          }
        },
        fail: reject,
      };
    },
    alone() {
      if (isTaken) return;
      isTaken = true;
      lookUp(ctx, projectId).then(resolve, reject);
    },
  };
}
