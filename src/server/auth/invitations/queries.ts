import { count, desc, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { invitations, users } from '#server/platform/db/tables/index.ts';

export type InvitationRow = typeof invitations.$inferSelect & { inviter: string | null };

/** Key of the advisory lock that serialises invitations, so that the second of two counts the first. */
const INVITATIONS_LOCK = 4_712_015;

const selectRows = (db: Database | Tx) =>
  db
    .select({ invitation: invitations, inviter: users.email })
    .from(invitations)
    .leftJoin(users, eq(users.id, invitations.invitedBy));

const flat = ({ invitation, inviter }: { invitation: typeof invitations.$inferSelect; inviter: string | null }) => ({
  ...invitation,
  inviter,
});

export async function listInvitationRows(
  db: Database,
  place: { limit: number; offset: number },
): Promise<{ rows: InvitationRow[]; total: number }> {
  const [counted] = await db.select({ n: count() }).from(invitations);
  const rows = await selectRows(db)
    .orderBy(desc(invitations.createdAt), desc(invitations.id))
    .limit(place.limit)
    .offset(place.offset);
  return { rows: rows.map(flat), total: counted?.n ?? 0 };
}

export async function findInvitation(
  db: Database | Tx,
  by: { id: string } | { email: string },
): Promise<InvitationRow | undefined> {
  const [row] = await selectRows(db).where('id' in by ? eq(invitations.id, by.id) : eq(invitations.email, by.email));
  return row === undefined ? undefined : flat(row);
}

export async function countOpen(tx: Tx): Promise<number> {
  const [row] = await tx.select({ n: count() }).from(invitations).where(isNull(invitations.acceptedAt));
  return row?.n ?? 0;
}

export async function lockInvitations(tx: Tx): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${INVITATIONS_LOCK})`);
}
