import { audit, requireAdministrator } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { explainFailure } from '#server/platform/http/failures.ts';

export interface Action {
  action: string;
  subject: string;
}

export interface Recording {
  /** Adds details to the entry of the audit log. */
  note(detail: Record<string, unknown>): void;
  /** Writes the entry in the transaction of the change, so that both commit or neither does. */
  within(tx: Tx): Promise<void>;
}

type Outcome = 'done' | 'failed';

/** Runs an administrator's action, measures it, and records its outcome, failures included, in the audit log. */
export async function recordAction<T>(
  ctx: Context,
  entry: Action,
  work: (recording: Recording) => Promise<T>,
): Promise<{ ms: number; result: T }> {
  requireAdministrator(ctx);
  const began = performance.now();
  const elapsed = () => Math.round(performance.now() - began);
  let detail: Record<string, unknown> = {};
  let isWritten = false;
  const write = (tx: Tx, outcome: Outcome) => audit(ctx, tx, { ...entry, detail, outcome, durationMs: elapsed() });
  try {
    const result = await work({
      note: (more) => {
        detail = { ...detail, ...more };
      },
      within: async (tx) => {
        isWritten = true;
        await write(tx, 'done');
      },
    });
    const ms = elapsed();
    if (!isWritten) await ctx.db.transaction((tx) => write(tx, 'done'));
    return { ms, result };
  } catch (error) {
    detail = { ...detail, error: explainFailure(error).shown.message };
    await ctx.db
      .transaction((tx) => write(tx, 'failed'))
      .catch((reason: unknown) => ctx.log.warn({ reason: String(reason) }, 'a failed action could not be recorded'));
    throw error;
  }
}
