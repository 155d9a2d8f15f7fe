import { and, asc, count, desc, eq, gt, isNull } from 'drizzle-orm';
import type { GivenRole } from '#contract/people.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { projectInvitations, projectMembers, projects, users } from '#server/platform/db/tables/index.ts';

export type InvitationRow = typeof projectInvitations.$inferSelect;

export interface MemberRow {
  userId: string;
  name: string;
  email: string;
  role: GivenRole;
  joinedAt: Date;
  leftAt: Date | null;
}

const MEMBER = {
  userId: projectMembers.userId,
  name: users.name,
  email: users.email,
  role: projectMembers.role,
  joinedAt: projectMembers.joinedAt,
  leftAt: projectMembers.leftAt,
};

/** Everybody who takes part beside the owner, and who once did, in the order in which they joined. */
export async function listMembers(db: Database | Tx, projectId: string): Promise<MemberRow[]> {
  return db
    .select(MEMBER)
    .from(projectMembers)
    .innerJoin(users, eq(users.id, projectMembers.userId))
    .where(eq(projectMembers.projectId, projectId))
    .orderBy(asc(projectMembers.joinedAt), asc(projectMembers.userId));
}

export async function findMember(db: Database | Tx, projectId: string, userId: string): Promise<MemberRow | undefined> {
  const [row] = await db
    .select(MEMBER)
    .from(projectMembers)
    .innerJoin(users, eq(users.id, projectMembers.userId))
    .where(
      and(eq(projectMembers.projectId, projectId), eq(projectMembers.userId, userId), isNull(projectMembers.leftAt)),
    );
  return row;
}

export async function countMembers(tx: Tx, projectId: string): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(projectMembers)
    .where(and(eq(projectMembers.projectId, projectId), isNull(projectMembers.leftAt)));
  return row?.n ?? 0;
}

/** Projects of others that somebody takes part in. */
export async function countShared(tx: Tx, userId: string): Promise<number> {
  const [row] = await tx
    .select({ n: count() })
    .from(projectMembers)
    .innerJoin(projects, and(eq(projects.id, projectMembers.projectId), isNull(projects.deletedAt)))
    .where(and(eq(projectMembers.userId, userId), isNull(projectMembers.leftAt)));
  return row?.n ?? 0;
}

/** Adds somebody, or lets somebody who left in again. */
export async function putMember(
  tx: Tx,
  { projectId, userId, role, joinedAt }: { projectId: string; userId: string; role: GivenRole; joinedAt: Date },
): Promise<void> {
  await tx
    .insert(projectMembers)
    .values({ projectId, userId, role, joinedAt })
    .onConflictDoUpdate({
      target: [projectMembers.projectId, projectMembers.userId],
      set: { role, joinedAt, leftAt: null },
    });
}

/** Ends somebody's part; their row stays, for their name. */
export async function endMembership(tx: Tx, projectId: string, userId: string, leftAt: Date): Promise<void> {
  await tx
    .update(projectMembers)
    .set({ leftAt })
    .where(and(eq(projectMembers.projectId, projectId), eq(projectMembers.userId, userId)));
}

const withInviter = (db: Database | Tx) =>
  db
    .select({ invitation: projectInvitations, inviter: users })
    .from(projectInvitations)
    .innerJoin(users, eq(users.id, projectInvitations.invitedBy));

export interface OpenInvitation {
  invitation: InvitationRow;
  inviter: typeof users.$inferSelect;
}

export async function listOpenInvitations(db: Database | Tx, projectId: string, now: Date): Promise<OpenInvitation[]> {
  return withInviter(db)
    .where(and(eq(projectInvitations.projectId, projectId), gt(projectInvitations.expiresAt, now)))
    .orderBy(desc(projectInvitations.createdAt), desc(projectInvitations.id));
}

/** What a token opens, if it still opens anything. */
export async function findOpenInvitation(
  db: Database | Tx,
  tokenHash: string,
  now: Date,
): Promise<(OpenInvitation & { project: typeof projects.$inferSelect }) | undefined> {
  const [row] = await db
    .select({ invitation: projectInvitations, inviter: users, project: projects })
    .from(projectInvitations)
    .innerJoin(users, and(eq(users.id, projectInvitations.invitedBy), eq(users.status, 'active')))
    .innerJoin(projects, and(eq(projects.id, projectInvitations.projectId), isNull(projects.deletedAt)))
    .where(and(eq(projectInvitations.tokenHash, tokenHash), gt(projectInvitations.expiresAt, now)));
  return row;
}
