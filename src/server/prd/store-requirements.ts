import { createHash } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { type Requirement, RequirementKind } from '#contract/requirement.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import { requirements } from '#server/platform/db/tables/index.ts';

/** Rows per statement, well below the limit of parameters. */
const BATCH = 500;

export interface KeptRequirements {
  version: number;
  found: Requirement[];
}

/** The format of an earlier reader: criteria were stored beside the text and were part of its hash. */
export type OlderRequirement = Omit<Requirement, 'kind'> & { kind: string; criteria?: { text: string }[] | undefined };

/** The hash of a requirement's words, independent of white space, to detect changes. */
export function hashRequirement({ text, criteria = [] }: Pick<OlderRequirement, 'text' | 'criteria'>): string {
  const words = [text, ...criteria.map((each) => each.text)].map((each) => each.trim().replaceAll(/\s+/g, ' '));
  return createHash('sha256').update(words.join('\n')).digest('hex').slice(0, 16);
}

/** Replaces the project's requirements by those of a PRD version. The caller has locked the project. */
export async function storeRequirements(
  tx: Tx,
  projectId: Id,
  { version, found }: { version: number; found: readonly OlderRequirement[] },
): Promise<void> {
  await tx.delete(requirements).where(eq(requirements.projectId, projectId));
  const rows = found.map((each, place) => ({
    projectId,
    place,
    version,
    id: each.id,
    hash: hashRequirement(each),
    found: presentRequirement(each),
  }));
  for (let done = 0; done < rows.length; done += BATCH)
    await tx.insert(requirements).values(rows.slice(done, done + BATCH));
}

/** The requirements in order; null before a PRD was read. */
export async function readRequirements(db: Database | Tx, projectId: Id): Promise<KeptRequirements | null> {
  const rows = await db
    .select({ version: requirements.version, found: requirements.found })
    .from(requirements)
    .where(eq(requirements.projectId, projectId))
    .orderBy(asc(requirements.place));
  const [first] = rows;
  return first === undefined
    ? null
    : { version: first.version, found: rows.map(({ found }) => presentRequirement(found)) };
}

/** Hash by requirement id, which tasks made from it remember. */
export async function readHashes(db: Database | Tx, projectId: Id): Promise<Map<string, string>> {
  const rows = await db
    .select({ id: requirements.id, hash: requirements.hash })
    .from(requirements)
    .where(eq(requirements.projectId, projectId));
  return new Map(rows.map(({ id, hash }) => [id, hash]));
}

function presentRequirement(row: OlderRequirement): Requirement {
  const { id, text, heading_path, start_line, end_line, author_id, done } = row;
  return {
    id,
    text,
    kind: RequirementKind.safeParse(row.kind).data ?? 'item',
    heading_path,
    start_line,
    end_line,
    ...(author_id === undefined ? {} : { author_id }),
    ...(done === undefined ? {} : { done }),
  };
}
