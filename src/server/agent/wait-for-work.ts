import type { IncomingMessage } from 'node:http';
import type { Id } from '#contract/fields.ts';
import { EVERYBODY, isSessionLive, ownerIdOf } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { guarded, setTimeout } from '#server/platform/guard.ts';
import { ownerToProve } from '#server/projects/index.ts';
import { orientTool } from './tools/orient.ts';

/** The connection, whose close ends the wait. */
type Caller = Pick<IncomingMessage, 'socket'>;

export interface Waiting {
  /**
   * Long poll. Undefined where the call does not ask to wait; else resolves when there is work, an answer, or at the
   * timeout.
   */
  wait(ctx: Context, projectId: Id, tool: string, args: unknown, caller?: Caller): Promise<void> | undefined;
  /** Ends every wait, for graceful shutdown. */
  close(): void;
}

/** Limits per account and per server, because every wait holds a socket. */
const WAITS_OF_ACCOUNT = 32;
const WAITS_MAX = 1_000;
/** Batching delay: a burst of changes causes one look. */
const LOOK_EVERY_MS = 250;
/** Access is checked again at this interval even when nothing changes. */
const LIVE_EVERY_MS = 15_000;

/**
 * Long polling for agents without work, until somebody answers or releases; holds no concurrency slot and no database
 * connection.
 */
export function createWaiting(): Waiting {
  const closing = new AbortController();
  const counts = new Map<Id, number>();
  let total = 0;
  const waitFor = async (ctx: Context, projectId: Id, seconds: number, caller: Caller | undefined) => {
    const account = ownerIdOf(ctx);
    const mine = counts.get(account) ?? 0;
    if (total >= WAITS_MAX || mine >= WAITS_OF_ACCOUNT) return;
    total += 1;
    counts.set(account, mine + 1);
    const left = new AbortController();
    const leave = guarded(() => left.abort());
    caller?.socket.once('close', leave);
    try {
      const over = AbortSignal.any([left.signal, closing.signal, AbortSignal.timeout(seconds * 1_000)]);
      await waitForWork(ctx, projectId, over);
    } finally {
      caller?.socket.off('close', leave);
      total -= 1;
      const others = (counts.get(account) ?? 1) - 1;
      if (others === 0) counts.delete(account);
      else counts.set(account, others);
    }
  };
  return {
    wait(ctx, projectId, tool, args, caller) {
      const seconds = tool === 'orient' ? secondsIn(args) : undefined;
      return seconds === undefined ? undefined : waitFor(ctx, projectId, seconds, caller);
    },
    close: () => closing.abort(),
  };
}

/** Invalid values are ignored here; the tool's validation reports them. */
function secondsIn(args: unknown): number | undefined {
  if (typeof args !== 'object' || args === null || !('wait' in args)) return undefined;
  return orientTool.input.safeParse(args).data?.wait;
}

interface State {
  /** A task is ready, and a slot for a baton is free. */
  can_claim: boolean;
  /** When a question was last answered. */
  answered_at: string | null;
}

async function waitForWork(ctx: Context, projectId: Id, over: AbortSignal): Promise<void> {
  const before = await look(ctx, projectId);
  // Not the caller's project: the call itself reports that.
  if (before === undefined || before.can_claim) return;
  for (;;) {
    await nextChange(ctx, projectId, over);
    // Checked also at the timeout, because the call is answered next.
    if (!(await isSessionLive(ctx)))
      throw new AppError('AUTHENTICATION_ERROR', 'The key or sign-in of this call has ended. Sign in again.');
    if (over.aborted) return;
    const now = await look(ctx, projectId);
    if (now === undefined || now.can_claim || now.answered_at !== before.answered_at) return;
  }
}

async function look(ctx: Context, projectId: Id): Promise<State | undefined> {
  const values = [projectId, await ownerToProve(ctx, projectId, 'seen'), ctx.now()];
  const { rows } = await ctx.database.pool.query<State>({ name: 'baton_wait', text: LOOK, values });
  return rows[0];
}

const LOOK = `
  select (select count(*) from batons b where b.project_id = p.id and b.expires_at > $3) < p.baton_slots
      and next_ready(p.id) is not null as can_claim,
    (select max(t.question -> 'answer' ->> 'at') from tasks t
      where t.project_id = p.id and t.deleted_at is null and t.question is not null) as answered_at
  from projects p where p.id = $1 and p.user_id = $2 and p.deleted_at is null`;

/**
 * Resolves on a change of the project or account, on a possible gap in the notifications, at an interval, or when
 * aborted.
 */
function nextChange(ctx: Context, projectId: Id, over: AbortSignal): Promise<void> {
  const { bus } = ctx;
  const account = ownerIdOf(ctx);
  const { promise, resolve } = Promise.withResolvers<void>();
  let soon: NodeJS.Timeout | undefined;
  const wake = () => {
    soon ??= setTimeout(resolve, LOOK_EVERY_MS);
  };
  const ends = [
    bus.on('feed', (scope) => {
      if (scope === `project:${projectId}`) wake();
    }),
    bus.on('principal', (subject) => {
      if (subject === account || subject === EVERYBODY) wake();
    }),
    bus.onGap(wake),
  ];
  const now = setTimeout(resolve, LIVE_EVERY_MS);
  const stop = guarded(() => resolve());
  over.addEventListener('abort', stop);
  if (over.aborted) resolve();
  return promise.finally(() => {
    for (const end of ends) end();
    clearTimeout(soon);
    clearTimeout(now);
    over.removeEventListener('abort', stop);
  });
}
