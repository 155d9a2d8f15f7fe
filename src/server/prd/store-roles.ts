import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import { PRD_ROLES_MAX } from '#contract/constants.ts';
import type { EventActor, Id } from '#contract/fields.ts';
import type { KeptRole, SettableRole } from '#contract/requirement.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { prdRoles } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { bumpRevision } from './store-reading.ts';

/** Rows per statement, well below the limit of parameters. */
const BATCH = 500;

/** A role by the key of its text; null resets it to what the reader decides. */
export interface RoleChange {
  key: string;
  scope: KeptRole['scope'];
  role: SettableRole | null;
  excerpt: string;
}

/** Roles set by people and agents, in a stable order. */
export async function listRoles(db: Database | Tx, projectId: Id): Promise<KeptRole[]> {
  const rows = await db
    .select()
    .from(prdRoles)
    .where(eq(prdRoles.projectId, projectId))
    .orderBy(asc(prdRoles.scope), asc(prdRoles.key));
  return rows.map(({ key, scope, role, excerpt, setBy, setAt }) => ({
    key,
    scope,
    role,
    excerpt,
    set_by: setBy,
    set_at: setAt.toISOString(),
  }));
}

/**
 * Sets or resets roles, and returns the inverse changes for undo: empty where nothing changed. Bumps the revision; the
 * caller has locked the project and sees to it that the PRD is read again.
 */
export async function applyRoles(
  tx: Tx,
  projectId: Id,
  changes: readonly RoleChange[],
  by: { actor: EventActor; now: Date },
): Promise<RoleChange[]> {
  const before = new Map((await findRoles(tx, projectId, changes)).map((role) => [nameOf(role), role]));
  // Of two roles for the same text in one call the last one wins.
  const last = new Map(changes.map((change) => [nameOf(change), change]));
  const real = [...last.values()].filter((change) => (before.get(nameOf(change))?.role ?? null) !== change.role);
  if (real.length === 0) return [];
  const added = real.filter((change) => change.role !== null && !before.has(nameOf(change))).length;
  const removed = real.filter(({ role }) => role === null).length;
  if (added > 0) await requireRoom(tx, projectId, added - removed);
  for (const scope of ['block', 'section'] as const) {
    const keys = real.filter((each) => each.scope === scope && each.role === null).map(({ key }) => key);
    const isIt = and(eq(prdRoles.projectId, projectId), eq(prdRoles.scope, scope), inArray(prdRoles.key, keys));
    if (keys.length > 0) await tx.delete(prdRoles).where(isIt);
  }
  const set = real.flatMap(({ role, ...change }) => (role === null ? [] : [{ ...change, role }]));
  await upsert(
    tx,
    set.map((change) => ({ projectId, ...change, setBy: by.actor, setAt: by.now })),
  );
  await bumpRevision(tx, projectId);
  return real.map(({ key, scope, excerpt }) => {
    const was = before.get(nameOf({ key, scope }));
    return { key, scope, role: was?.role ?? null, excerpt: was?.excerpt ?? excerpt };
  });
}

/** Replaces all roles; a no-op for the same ones. The caller has locked the project. */
export async function replaceRoles(tx: Tx, projectId: Id, roles: readonly KeptRole[]): Promise<void> {
  const said = (all: readonly KeptRole[]) => new Set(all.map((each) => `${nameOf(each)} ${each.role}`));
  if (said(roles).symmetricDifference(said(await listRoles(tx, projectId))).size === 0) return;
  await tx.delete(prdRoles).where(eq(prdRoles.projectId, projectId));
  await upsert(
    tx,
    roles.map(({ key, scope, role, excerpt, set_by, set_at }) => ({
      projectId,
      key,
      scope,
      role,
      excerpt,
      setBy: set_by,
      setAt: new Date(set_at),
    })),
  );
  await bumpRevision(tx, projectId);
}

const nameOf = ({ key, scope }: Pick<RoleChange, 'key' | 'scope'>) => `${scope} ${key}`;

function findRoles(tx: Tx, projectId: Id, changes: readonly RoleChange[]) {
  const keys = [...new Set(changes.map(({ key }) => key))];
  return tx
    .select()
    .from(prdRoles)
    .where(and(eq(prdRoles.projectId, projectId), inArray(prdRoles.key, keys)));
}

async function requireRoom(tx: Tx, projectId: Id, added: number): Promise<void> {
  const [row] = await tx.select({ all: count() }).from(prdRoles).where(eq(prdRoles.projectId, projectId));
  if ((row?.all ?? 0) + added <= PRD_ROLES_MAX) return;
  throw new AppError(
    'CONFLICT',
    `A project keeps at most ${PRD_ROLES_MAX.toLocaleString('en')} roles. Set whole sections instead of single lines, or give some back to the reader.`,
  );
}

async function upsert(tx: Tx, rows: (typeof prdRoles.$inferInsert)[]): Promise<void> {
  for (let done = 0; done < rows.length; done += BATCH)
    await tx
      .insert(prdRoles)
      .values(rows.slice(done, done + BATCH))
      .onConflictDoUpdate({
        target: [prdRoles.projectId, prdRoles.key, prdRoles.scope],
        set: {
          role: sql`excluded.role`,
          excerpt: sql`excluded.excerpt`,
          setBy: sql`excluded.set_by`,
          setAt: sql`excluded.set_at`,
        },
      });
}
