import type { Id } from '#contract/fields.ts';
import { renewHeld } from '#server/plan/index.ts';
import type { Context, Services } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { setTimeout } from '#server/platform/guard.ts';

/**
 * How far "last seen" of a holder may lag. Far less than any lease, and than the two minutes after which a holder
 * counts as quiet.
 */
const EVERY_MS = 10_000;

export interface Heard {
  ctx: Context;
  projectId: Id | null;
}

interface Caller {
  ctx: Context;
  projectId: Id;
  /** Calls not yet written to the baton's row. */
  calls: number;
  /** When the holder's row was last updated. */
  lookedAt: number | undefined;
}

export interface HolderHeartbeats {
  add(calls: readonly Heard[]): Promise<void>;
  close(): Promise<void>;
}

/**
 * Heartbeats of holders, throttled: the first call is written to the baton at once, later ones are coalesced into one
 * write every ten seconds, so a busy agent does not cost a write per call.
 */
export function createHolderHeartbeats(services: Services): HolderHeartbeats {
  const callers = new Map<string, Caller>();
  let timer: NodeJS.Timeout | undefined;

  const tell = async (isDue: (caller: Caller) => boolean) => {
    for (const [key, caller] of callers) {
      if (!isDue(caller)) continue;
      const { calls } = caller;
      if (calls === 0) {
        callers.delete(key);
        continue;
      }
      Object.assign(caller, { calls: 0, lookedAt: services.now().getTime() });
      await renew(services, caller, calls);
    }
    const isWaiting = callers.values().some(({ calls }) => calls > 0);
    if (isWaiting) timer ??= setTimeout(tellRest, EVERY_MS).unref();
  };
  const tellRest = async () => {
    clearTimeout(timer);
    timer = undefined;
    await tell(() => true);
  };
  return {
    async add(calls) {
      for (const { ctx, projectId } of calls) {
        if (projectId === null || ctx.actor.kind !== 'agent') continue;
        const key = `${projectId} ${ctx.actor.userId} ${ctx.actor.session ?? ''} ${ctx.actor.name} ${ctx.actor.token ?? ''}`;
        const known = callers.get(key);
        callers.set(key, { ctx, projectId, calls: (known?.calls ?? 0) + 1, lookedAt: known?.lookedAt });
      }
      const now = services.now().getTime();
      // Absolute difference, because the clock may have been set back.
      await tell(({ lookedAt }) => lookedAt === undefined || Math.abs(now - lookedAt) >= EVERY_MS);
    },
    close: tellRest,
  };
}

async function renew(services: Services, { ctx, projectId }: Caller, calls: number): Promise<void> {
  await renewHeld({ ...ctx, ...services, actor: ctx.actor }, projectId, calls).catch((error: unknown) => {
    // Not the caller's project, or deleted: there is nothing to renew.
    if (error instanceof AppError && error.type === 'NOT_FOUND') return;
    services.log.warn({ reason: String(error) }, 'a lease could not be renewed');
  });
}
