import { and, eq, inArray } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { TaskOrigin } from '#contract/plan-draft.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { requirements } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';

/** The origin of a task that was not generated: only its requirements. */
export const noOrigin = (): TaskOrigin => ({
  key: null,
  list: null,
  title: '',
  description: '',
  checks: [],
  requirement_ids: [],
  requirements: {},
  depends_on: [],
  order: null,
  follows: null,
  kept: false,
});

/** Hashes of the requirements; each id must be one of the PRD's. */
export async function requireRequirements(
  tx: Tx,
  projectId: Id,
  ids: readonly string[],
): Promise<Record<string, string>> {
  if (ids.length === 0) return {};
  const isIt = and(eq(requirements.projectId, projectId), inArray(requirements.id, [...new Set(ids)]));
  const rows = await tx.select({ id: requirements.id, hash: requirements.hash }).from(requirements).where(isIt);
  const known = Object.fromEntries(rows.map(({ id, hash }) => [id, hash]));
  const unknown = ids.find((id) => !Object.hasOwn(known, id));
  if (unknown === undefined) return known;
  throw noRequirement(unknown);
}

export const noRequirement = (id: string) =>
  new AppError(
    'VALIDATION_ERROR',
    `${id} is no requirement of this project’s PRD. Agents find them with plan_read prd, or in the resource baton://requirements.`,
    { issues: [{ path: 'requirement_ids', message: `has no requirement called ${id}` }] },
  );

/** The same for many tasks at once. */
export async function originsOf(
  tx: Tx,
  projectId: Id,
  added: readonly { requirement_ids?: readonly string[] | undefined }[],
): Promise<(TaskOrigin | null)[]> {
  const known = await requireRequirements(
    tx,
    projectId,
    added.flatMap(({ requirement_ids = [] }) => requirement_ids),
  );
  return added.map(({ requirement_ids = [] }) => originFor(requirement_ids, (id) => known[id] ?? ''));
}

/** The origin of a task with these requirements; null without any. */
export function originFor(ids: readonly string[], hashOf: (id: string) => string): TaskOrigin | null {
  if (ids.length === 0) return null;
  const hashes = Object.fromEntries(ids.map((id) => [id, hashOf(id)]));
  return { ...noOrigin(), requirement_ids: [...ids], requirements: hashes };
}
