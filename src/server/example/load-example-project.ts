import type { Id } from '#contract/fields.ts';
import type { ProjectSummary } from '#contract/project.ts';
import type { Reading } from '#contract/requirement.ts';
import { ownerIdOf, requireUnbound } from '#server/auth/index.ts';
import { lockAccount } from '#server/billing/index.ts';
import { draftOwnPrd, readOwnPrd, storeOwnPrd } from '#server/engine/index.ts';
import { listTraced } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import type { Emit } from '#server/platform/emit.ts';
import { change, changeWithin } from '#server/platform/feed.ts';
import { spend } from '#server/platform/http/limits.ts';
import { findExample, insertProject, noteAccess, requireSummary } from '#server/projects/index.ts';
import { insertFirstVisit } from '#server/timeline/index.ts';
import { EXAMPLE_OPS } from './example-plan.ts';
import { EXAMPLE_DESCRIPTION, EXAMPLE_FILENAME, EXAMPLE_NAME, EXAMPLE_PRD } from './example-prd.ts';
import { EXAMPLE_BEGIN, EXAMPLE_STORY } from './example-story.ts';
import { EXAMPLE_VERIFY } from './scene.ts';
import { type Run, agentOf, momentOf, playScene } from './play-scene.ts';
import { personOf } from './person-of.ts';

/** Writing days of history takes seconds: loading and deleting it in a loop would keep the server busy. */
const LOADS = { limit: 10, periodSeconds: 3_600 };

/** Loads the example project into the caller's account; idempotent, since an account has at most one. */
export async function loadExampleProject(ctx: Context): Promise<ProjectSummary> {
  requireUnbound(ctx);
  const userId = ownerIdOf(ctx);
  const known = await findExample(ctx.db, userId);
  if (known !== undefined) return requireSummary(ctx, known);
  await spend(ctx, `example:${userId}`, LOADS);
  return requireSummary(ctx, (await addExampleProject(ctx, { userId })).projectId);
}

/**
 * Adds the example project with its history in one transaction: the real use cases, run by the person and by agents at
 * times in the past, so that events, notes and counters are as they would be. The project itself is made now: for its
 * person, and for who counts new projects. It is outside the project limit, and nobody holds a baton at the end.
 * Idempotent: an account that has one keeps it.
 */
export async function addExampleProject(ctx: Context, input: { userId: Id }): Promise<{ projectId: Id }> {
  // Read before the transaction: waiting for a second connection while holding one could deadlock on the pool.
  const kept = await ctx.settings.read();
  // A limit of tasks that is lower than the example would refuse it.
  const settings = { ...kept, maxTasksPerProject: Math.max(kept.maxTasksPerProject, EXAMPLE_OPS.length) };
  const own: Context = { ...ctx, settings: { read: async () => settings } };
  const reading = await readOwnPrd(own, EXAMPLE_PRD);
  return change(own, async (tx, emit) => {
    await lockAccount(tx, input.userId);
    const known = await findExample(tx, input.userId);
    return { projectId: known ?? (await addNew(own, tx, emit, input.userId, reading)) };
  });
}

async function addNew(ctx: Context, tx: Tx, tell: Emit, userId: Id, reading: Reading): Promise<Id> {
  const now = ctx.now();
  const run: Run = (actor, at, work) =>
    changeWithin({ ...ctx, actor, now: () => at, databaseTime: () => at }, tx, work);
  const person = await personOf(ctx, tx, userId);
  const begin = (moment: 'created' | 'uploaded' | 'drafted') => momentOf(now, EXAMPLE_BEGIN[moment]);

  const projectId = await run(person, begin('created'), (past) =>
    change(past, (within, emit) => {
      const fields = { userId, name: EXAMPLE_NAME, description: EXAMPLE_DESCRIPTION };
      // The account's feed is told now: its page is open, and its events are in order of time.
      const split: Emit = (scope, ...event) => (scope === `user:${userId}` ? tell : emit)(scope, ...event);
      const rules = { verify_command: EXAMPLE_VERIFY };
      return insertProject(past, within, split, { ...fields, rules, isExample: true, createdAt: now });
    }),
  );
  const view = await run(person, begin('uploaded'), (past) =>
    storeOwnPrd(past, projectId, { content: EXAMPLE_PRD, filename: EXAMPLE_FILENAME, reading }),
  );
  const drafter = agentOf({ userId, projectId }, EXAMPLE_BEGIN.draftedBy);
  const { refs } = await run(drafter, begin('drafted'), (past) => draftOwnPrd(past, projectId, view, EXAMPLE_OPS));
  const traced = new Map((await listTraced(tx, projectId)).map(({ number, id }) => [number, id]));
  const idOf = (ref: string): Id => {
    const id = traced.get(refs[ref] ?? 0);
    if (id === undefined) throw new Error(`the example has no task ${ref}`);
    return id;
  };
  for (const scene of EXAMPLE_STORY) await playScene({ run, person, userId, projectId, now, idOf }, scene);
  await noteAccess(tx, projectId, now);
  await insertFirstVisit(tx, { userId, projectId, at: now });
  return projectId;
}
