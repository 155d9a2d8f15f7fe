import { createHash } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Requirement } from '#contract/requirement.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { requirements } from '#server/platform/db/tables/index.ts';

/** Rows per statement, far from the number of values one may carry. */
const BATCH = 500;

export interface KeptRequirements {
  version: number;
  found: Requirement[];
}

/** What tells a requirement from what it was: its words and those of its criteria, whatever the spaces between them. */
export function hashRequirement({ text, criteria = [] }: Pick<Requirement, 'text' | 'criteria'>): string {
  const words = [text, ...criteria.map((each) => each.text)].map((each) => each.trim().replaceAll(/\s+/g, ' '));
  return createHash('sha256').update(words.join('\n')).digest('hex').slice(0, 16);
}

/** Keeps what a PRD version asks for as what the project is held against from now on. The caller holds the project. */
export async function storeRequirements(tx: Tx, projectId: Id, { version, found }: KeptRequirements): Promise<void> {
  await tx.delete(requirements).where(eq(requirements.projectId, projectId));
  const rows = found.map((each, place) => ({
    projectId,
    place,
    version,
    id: each.id,
    hash: hashRequirement(each),
    found: each,
  }));
  for (let done = 0; done < rows.length; done += BATCH)
    await tx.insert(requirements).values(rows.slice(done, done + BATCH));
}

/** What the project's PRD asks for, in its order; null before anybody has read one. */
export async function readRequirements(db: Database | Tx, projectId: Id): Promise<KeptRequirements | null> {
  const rows = await db
    .select({ version: requirements.version, found: requirements.found })
    .from(requirements)
    .where(eq(requirements.projectId, projectId))
    .orderBy(asc(requirements.place));
  const [first] = rows;
  return first === undefined ? null : { version: first.version, found: rows.map(({ found }) => found) };
}
