import { sql } from 'drizzle-orm';
import type { listAudit as endpoint } from '#contract/admin-logs.ts';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import { type EventActor, Id, Timestamp } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { auditLog } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { presentAudit } from './present.ts';
import { findPeople } from './queries.ts';

/** The audit log, newest first, with keyset pagination. */
export async function listAudit(ctx: Context, input: InputOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const after = input.cursor === undefined ? undefined : readCursor(input.cursor);
  const rows = await ctx.db
    .select()
    .from(auditLog)
    .where(
      after &&
        sql`(${auditLog.createdAt}, ${auditLog.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`,
    )
    .orderBy(sql`${auditLog.createdAt} desc nulls last, ${auditLog.id} desc nulls last`)
    .limit(input.limit + 1);
  const page = rows.slice(0, input.limit);
  const last = page.at(-1);
  const people = await findPeople(
    ctx.db,
    page.flatMap(({ actor, subject }) => [(actor as EventActor).id, subject]),
  );
  return {
    entries: page.map((row) => presentAudit(row, people)),
    nextCursor: last === undefined || rows.length <= input.limit ? null : `${last.createdAt.toISOString()} ${last.id}`,
  };
}

function readCursor(cursor: string): { at: Date; id: Id } {
  const [at = '', id = ''] = cursor.split(' ');
  const parsed = Id.safeParse(id);
  // Stricter than a Date: JavaScript accepts years that PostgreSQL cannot parse.
  const date = Timestamp.safeParse(at);
  if (parsed.success && date.success) return { at: new Date(date.data), id: parsed.data };
  throw new AppError('VALIDATION_ERROR', 'This is no place in the audit log.', {
    issues: [{ path: 'cursor', message: 'must be one that was answered' }],
  });
}
