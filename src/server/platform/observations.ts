import { sql } from 'drizzle-orm';
import type { Context, Services } from './context.ts';
import { daysAgo, sweepRows } from './sweep-rows.ts';

const ROWS_MAX = 50;
/** What was not seen again for so long is over. */
const OBSERVED_DAYS = 30;

/** Records, for all servers, that this address sent a forwarded header without being trusted. */
export async function noteForwarder(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { address, header }: { address: string; header: string },
): Promise<void> {
  const at = now().toISOString();
  await db.execute(sql`
    insert into instance_observations (kind, subject, detail, first_seen, last_seen)
    select 'forwarded', ${address}, ${header}, ${at}::timestamptz, ${at}::timestamptz
    where (select count(*) from instance_observations) < ${ROWS_MAX}
       or exists (select from instance_observations where kind = 'forwarded' and subject = ${address})
    on conflict (kind, subject) do update set detail = excluded.detail, last_seen = excluded.last_seen`);
}

export const sweepObservations = (ctx: Context): Promise<void> =>
  sweepRows(ctx, { table: 'instance_observations', where: 'last_seen < $1', before: daysAgo(ctx, OBSERVED_DAYS) });
