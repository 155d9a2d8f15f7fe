import type { Context } from '#server/platform/context.ts';
import { daysAgo, sweepRows } from '#server/platform/sweep-rows.ts';
import { sweepGrants } from './oauth/sweep-grants.ts';

/** A cap per account: of a program that signs in in a loop, the latest sessions are kept. */
const SESSIONS_OF_ACCOUNT = 200;

/** Removes expired sessions, links and failure counters. */
export async function sweepExpired(ctx: Context): Promise<void> {
  for (const table of ['sessions', 'verifications', 'email_changes'])
    await sweepRows(ctx, { table, where: 'expires_at < $1', before: ctx.now() });
  await sweepRows(ctx, { table: 'sessions', where: TOO_MANY, before: ctx.now() });
  await sweepGrants(ctx);
  await sweepRows(ctx, { table: 'sign_in_failures', where: 'updated_at < $1', before: daysAgo(ctx, 1) });
}

const TOO_MANY = `created_at <= $1 and id in (
  select crowded.id from (
    select s.id, row_number() over (partition by s.user_id order by s.created_at desc, s.id desc) as place
    from sessions s
    where s.user_id in (select c.user_id from sessions c group by c.user_id having count(*) > ${SESSIONS_OF_ACCOUNT})
  ) crowded where crowded.place > ${SESSIONS_OF_ACCOUNT})`;
