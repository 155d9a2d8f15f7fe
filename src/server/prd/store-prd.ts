import { and, asc, desc, eq, lt, sql } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { PrdVersion } from '#contract/transfer.ts';
import type { Context } from '#server/platform/context.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { prdSections, prdVersions } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { requireProject } from '#server/projects/index.ts';
import { cutPrd } from './cut-prd.ts';
import { cleanFileName } from './rules.ts';
import { bumpRevision } from './store-reading.ts';

/** Rows per statement, well below the limit of parameters. */
const BATCH = 500;

/**
 * Stores a PRD as the project's newest version, unless it is unchanged (idempotent). The caller has locked the
 * project's row; without it the unique version number would refuse the second of two.
 */
export async function storePrd(
  tx: Tx,
  projectId: Id,
  input: { content: string; filename: string; now: Date },
): Promise<{ version: number; isNew: boolean }> {
  const { content, filename, now } = input;
  const [newest] = await tx
    .select({ version: prdVersions.version, isSame: sql<boolean>`${prdVersions.content} = ${content}` })
    .from(prdVersions)
    .where(eq(prdVersions.projectId, projectId))
    .orderBy(desc(prdVersions.version))
    .limit(1);
  if (newest?.isSame === true) return { version: newest.version, isNew: false };
  const version = (newest?.version ?? 0) + 1;
  await tx.insert(prdVersions).values({ id: newId(), projectId, version, filename, content, createdAt: now });
  await replaceSections(tx, projectId, content, now);
  await bumpRevision(tx, projectId);
  return { version, isNew: true };
}

/** Whether a text is or was a version of the PRD. */
export async function hasPrd(db: Database | Tx, projectId: Id, content: string): Promise<boolean> {
  const isIt = and(eq(prdVersions.projectId, projectId), eq(prdVersions.content, content));
  const rows = await db.select({ version: prdVersions.version }).from(prdVersions).where(isIt).limit(1);
  return rows.length > 0;
}

export async function listPrdVersions(db: Database | Tx, projectId: Id): Promise<PrdVersion[]> {
  const rows = await db
    .select()
    .from(prdVersions)
    .where(eq(prdVersions.projectId, projectId))
    .orderBy(asc(prdVersions.version));
  return rows.map((row) => ({
    id: row.id as Id,
    version: row.version,
    filename: cleanFileName(row.filename),
    content: row.content,
    created_at: row.createdAt.toISOString(),
  }));
}

export interface PrdText {
  id: Id;
  version: number;
  filename: string;
  content: string;
  createdAt: Date;
}

/** One version of a project's PRD, or the newest. */
export async function findPrd(db: Database | Tx, projectId: Id, version?: number): Promise<PrdText | undefined> {
  const isIt = version === undefined ? undefined : eq(prdVersions.version, version);
  const [row] = await db
    .select()
    .from(prdVersions)
    .where(and(eq(prdVersions.projectId, projectId), isIt))
    .orderBy(desc(prdVersions.version))
    .limit(1);
  return row && { ...row, id: row.id as Id, filename: cleanFileName(row.filename) };
}

/** Versions without their texts, newest first, with keyset pagination by number. */
export async function listVersions(
  db: Database | Tx,
  projectId: Id,
  { limit, below }: { limit: number; below: number | undefined },
): Promise<{ version: number; filename: string; characters: number; createdAt: Date }[]> {
  const isOlder = below === undefined ? undefined : lt(prdVersions.version, below);
  const rows = await db
    .select({
      version: prdVersions.version,
      filename: prdVersions.filename,
      characters: sql<number>`length(${prdVersions.content})`,
      createdAt: prdVersions.createdAt,
    })
    .from(prdVersions)
    .where(and(eq(prdVersions.projectId, projectId), isOlder))
    .orderBy(desc(prdVersions.version))
    .limit(limit);
  return rows.map((row) => ({ ...row, filename: cleanFileName(row.filename) }));
}

/** Returns whether the version existed. */
export async function removePrdVersion(tx: Tx, projectId: Id, version: number): Promise<boolean> {
  const isIt = and(eq(prdVersions.projectId, projectId), eq(prdVersions.version, version));
  const gone = await tx.delete(prdVersions).where(isIt).returning({ version: prdVersions.version });
  return gone.length > 0;
}

/** The newest PRD of one of the caller's projects; null before there is one. */
export async function readPrd(ctx: Context, id: Id): Promise<string | null> {
  const project = await requireProject(ctx, id);
  const [row] = await ctx.db
    .select({ content: prdVersions.content })
    .from(prdVersions)
    .where(eq(prdVersions.projectId, project.id))
    .orderBy(desc(prdVersions.version))
    .limit(1);
  return row?.content ?? null;
}

/** Gives a project without a PRD the versions of another, with numbers, names and times, under new ids. */
export async function restorePrdVersions(tx: Tx, projectId: Id, versions: Omit<PrdVersion, 'id'>[]): Promise<void> {
  const newest = versions.toSorted((a, b) => b.version - a.version)[0];
  if (newest === undefined) return;
  for (const { version, filename, content, created_at } of versions) {
    const row = { id: newId(), projectId, version, filename, content, createdAt: new Date(created_at) };
    await tx.insert(prdVersions).values(row);
  }
  await replaceSections(tx, projectId, newest.content, new Date(newest.created_at));
  await bumpRevision(tx, projectId);
}

async function replaceSections(tx: Tx, projectId: Id, content: string, now: Date): Promise<void> {
  const rows = cutPrd(content).map(({ heading, start_line, end_line, body }) => ({
    id: newId(),
    projectId,
    heading,
    startLine: start_line,
    endLine: end_line,
    body,
    updatedAt: now,
  }));
  await tx.delete(prdSections).where(eq(prdSections.projectId, projectId));
  for (let done = 0; done < rows.length; done += BATCH)
    await tx.insert(prdSections).values(rows.slice(done, done + BATCH));
}
