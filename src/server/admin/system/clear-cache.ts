import { sql } from 'drizzle-orm';
import type { clearCache as endpoint } from '#contract/admin-system.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import { notifyValues } from '#server/platform/bus.ts';
import { CACHES_TOPIC, emptyCaches } from '#server/platform/caches.ts';
import type { Context } from '#server/platform/context.ts';
import { recordAction } from '../record-action.ts';
import { counted } from './rules.ts';

/** Empties the caches of every server: here at once, elsewhere when the notification arrives. */
export async function clearCache(ctx: Context): Promise<AnswerOf<typeof endpoint>> {
  const { ms, result: entries } = await recordAction(
    ctx,
    { action: 'caches.cleared', subject: 'system' },
    async (recording) => {
      // Counted before NOTIFY: this server receives its own notification too, and would then find its caches empty.
      const dropped = emptyCaches(ctx.bus);
      recording.note({ entries: dropped });
      const [channel, payload] = notifyValues(CACHES_TOPIC, 'all');
      await ctx.db.execute(sql`select pg_notify(${channel}, ${payload})`);
      return dropped;
    },
  );
  const what = counted(entries, 'entry was', 'entries were');
  return { ms, entries, summary: `${what} dropped on this server; every other server has been told.` };
}
