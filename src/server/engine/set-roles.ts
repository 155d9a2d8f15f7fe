import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { RoleSetting, setPrdRoles as endpoint } from '#contract/prd.ts';
import { listTraced } from '#server/plan/index.ts';
import { presentActor } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import {
  type PrdText,
  type RoleChange,
  type StoredReading,
  applyRoles,
  findExcerpt,
  findPrd,
  findReading,
  findTouched,
} from '#server/prd/index.ts';
import { holdProject, requireProject } from '#server/projects/index.ts';
import type { EngineContext } from './context.ts';
import { refreshReading } from './refresh-reading.ts';
import { countCoverage } from './rules.ts';

/**
 * Sets roles of blocks or sections of the PRD for this and every later version, and reads the newest again. Concurrent
 * calls are both reflected in the reading.
 */
export async function setPrdRoles(
  ctx: EngineContext,
  input: InputOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { id } = await requireProject(ctx, input.id);
  const changes = await resolveRoles(ctx, id, input.roles);
  const undo = await change(ctx, async (tx) => {
    const project = await holdProject(ctx, tx, id);
    return applyRoles(tx, project.id, changes, { actor: presentActor(ctx.actor), now: ctx.now() });
  });
  const counted = await refreshReading(ctx, id);
  return { coverage: countCoverage(counted, await listTraced(ctx.db, id)), undo: undo.map(presentChange) };
}

const presentChange = ({ excerpt, ...change_ }: RoleChange): RoleSetting => ({
  ...change_,
  ...(excerpt === '' ? {} : { excerpt }),
});

/** Roles given for lines are stored by the text on them. */
async function resolveRoles(
  ctx: EngineContext,
  projectId: Id,
  settings: readonly RoleSetting[],
): Promise<RoleChange[]> {
  const isAskedFor = settings.some(({ lines, excerpt }) => lines !== undefined || excerpt === undefined);
  const newest = isAskedFor ? await readNewest(ctx, projectId) : null;
  return settings.flatMap(({ key, scope, role, excerpt, lines }, place) => {
    if (key !== undefined) {
      const shown =
        newest === null ? undefined : findExcerpt(newest.prd.content, newest.stored.reading, { key, scope });
      return [{ key, scope, role, excerpt: excerpt ?? shown ?? '' }];
    }
    if (lines === undefined) return [];
    if (newest === null)
      throw new AppError('CONFLICT', 'There is no PRD yet. Save one first: its lines have no roles.');
    const touched = findTouched(newest.prd.content, newest.stored.reading, { ...lines, scope });
    if (touched.length === 0) throw nothingThere(place, lines, scope);
    return touched.map((each) => ({ ...each, role }));
  });
}

async function readNewest(ctx: EngineContext, projectId: Id): Promise<{ prd: PrdText; stored: StoredReading } | null> {
  await refreshReading(ctx, projectId);
  const stored = await findReading(ctx.db, projectId);
  const prd = stored?.version == null ? undefined : await findPrd(ctx.db, projectId, stored.version);
  return stored === undefined || prd === undefined ? null : { prd, stored };
}

function nothingThere(place: number, { start, end }: { start: number; end: number }, scope: string): AppError {
  const message =
    start > end
      ? 'must begin before they end'
      : scope === 'section'
        ? 'lie in no section of the newest PRD'
        : 'hold no text in the newest PRD';
  return new AppError('VALIDATION_ERROR', `Lines ${start} to ${end} ${message}.`, {
    issues: [{ path: `roles.${place}.lines`, message }],
  });
}
