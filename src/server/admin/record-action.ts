import { audit, requireAdministrator } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { explainFailure } from '#server/platform/http/failures.ts';

export interface Action {
  action: string;
  subject: string;
}

export interface Recording {
  /** What the audit log is to say besides. */
  note(detail: Record<string, unknown>): void;
  /** Writes the row in the transaction of the change itself: both are there or neither. */
  within(tx: Tx): Promise<void>;
}

type Outcome = 'done' | 'failed';

/** Does what an administrator asked for, measures it, and keeps in the audit log that and how it ended, failures too. */
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
