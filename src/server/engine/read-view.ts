import type { Id } from '#contract/fields.ts';
import type { KeptRole, Reading, Requirement } from '#contract/requirement.ts';
import { readTaskLimit } from '#server/plan/index.ts';
import { presentActor } from '#server/platform/context.ts';
import { type RoleChange, findPrd, findReading, listRoles, readRequirements } from '#server/prd/index.ts';
import type { EngineContext } from './context.ts';
import { refreshReading } from './refresh-reading.ts';

/** The newest PRD as an edit of the plan sees it. */
export interface PrdView {
  version: number;
  content: string;
  /** Optimistic concurrency control: an edit based on it is valid only for this revision. */
  revision: number;
  reading: Pick<Reading, 'sections' | 'blocks' | 'decisions'>;
  requirements: readonly Requirement[];
  roles: readonly KeptRole[];
}

/** The newest PRD from one snapshot, read with all roles; null before there is one. */
export async function readView(ctx: EngineContext, projectId: Id): Promise<PrdView | null> {
  if ((await refreshReading(ctx, projectId)) === null) return null;
  return ctx.db.transaction(
    async (tx) => {
      const stored = await findReading(tx, projectId);
      const prd = stored?.version == null ? undefined : await findPrd(tx, projectId, stored.version);
      if (stored === undefined || prd === undefined) throw new Error('the PRD was read, but its reading is not there');
      const kept = await readRequirements(tx, projectId);
      return {
        version: prd.version,
        content: prd.content,
        revision: stored.readRevision,
        reading: stored.reading,
        requirements: kept?.found ?? [],
        roles: await listRoles(tx, projectId),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Reads the same PRD with other roles in a worker thread; nothing is stored. */
export async function readWithRoles(
  ctx: EngineContext,
  view: PrdView,
  changes: readonly RoleChange[],
): Promise<Reading> {
  const maxTasks = await readTaskLimit(ctx);
  const roles = withChanges(view.roles, changes, { set_by: presentActor(ctx.actor), set_at: ctx.now().toISOString() });
  const { reading } = await ctx.engine.read(view.content, {
    actor: ctx.actor,
    kind: 'save',
    maxTasks,
    previous: view.requirements,
    roles,
  });
  return reading;
}

function withChanges(
  roles: readonly KeptRole[],
  changes: readonly RoleChange[],
  by: Pick<KeptRole, 'set_by' | 'set_at'>,
): KeptRole[] {
  const nameOf = ({ key, scope }: Pick<KeptRole, 'key' | 'scope'>) => `${scope} ${key}`;
  const all = new Map(roles.map((role) => [nameOf(role), role]));
  for (const { role, ...change } of changes) {
    if (role === null) all.delete(nameOf(change));
    else if (all.get(nameOf(change))?.role !== role) all.set(nameOf(change), { ...change, role, ...by });
  }
  return [...all.values()];
}
