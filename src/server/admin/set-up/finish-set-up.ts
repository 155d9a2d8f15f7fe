import { eq } from 'drizzle-orm';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { finishSetUp as endpoint } from '#contract/set-up.ts';
import { isFirstAdministrator, requireUser } from '#server/auth/index.ts';
import { lockAccount } from '#server/billing/index.ts';
import { type EngineContext, savePrd } from '#server/engine/index.ts';
import { addExampleProject } from '#server/example/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { projects, systemSettings } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { change } from '#server/platform/feed.ts';
import { SETTINGS_TOPIC } from '#server/platform/settings.ts';
import { insertProject, requirePlaceForProject, settleAllPlaces } from '#server/projects/index.ts';
import { recordAction } from '../record-action.ts';
import type { RunLater } from '../run-later.ts';
import { holdSettings } from '../settings/queries.ts';
import { kindFields, writeKind } from '../settings/write-kind.ts';

type Input = InputOf<typeof endpoint>;
type Answer = AnswerOf<typeof endpoint>;

export interface SetUpParts {
  runLater: RunLater;
  withEngine(ctx: Context): EngineContext;
}

/**
 * Completes the set-up once: the kind of instance and the first project, in one transaction. The PRD is stored and read
 * after the commit, since that may take long: if it is refused, the project exists and the answer says why it is empty.
 */
export async function finishSetUp(ctx: Context, input: Input, parts: SetUpParts): Promise<Answer> {
  const { project, example, ...choice } = input;
  const { result } = await recordAction(ctx, { action: 'instance.set_up', subject: 'settings' }, async (recording) => {
    await requireFirst(ctx);
    return change(ctx, async (tx, emit) => {
      const held = await holdSettings(tx);
      if (held.setUpAt !== null)
        throw new AppError('CONFLICT', 'This Baton is set up already. Change it under Settings in the console.');
      const { after, isOther } = await writeKind(ctx, tx, held, choice);
      await tx.update(systemSettings).set({ setUpAt: ctx.now() });
      recording.note({ before: kindFields(held), after: kindFields(after) });
      await recording.within(tx);
      const within: Context = { ...ctx, within: { tx, emit, hasCheckpoint: false } };
      return { projectId: await begin(within, { project, example }), isOther };
    });
  });
  ctx.bus.tellHere(SETTINGS_TOPIC, 'saved');
  if (result.isOther) parts.runLater((signal) => settleAllPlaces(ctx, signal));
  const prd = project?.prd ?? null;
  const problem =
    prd === null || result.projectId === null ? null : await keepPrd(parts.withEngine(ctx), result.projectId, prd);
  return { project_id: result.projectId, prd_problem: problem };
}

async function requireFirst(ctx: Context): Promise<void> {
  const { userId } = requireUser(ctx);
  if (await isFirstAdministrator(ctx.db, ctx.config, userId)) return;
  throw new AppError(
    'FORBIDDEN',
    'The set-up is for the first administrator. Change it under Settings in the console.',
  );
}

async function begin(ctx: Context, { project, example }: Pick<Input, 'project' | 'example'>): Promise<Id | null> {
  const { userId } = requireUser(ctx);
  if (project !== null)
    return change(ctx, async (tx, emit) => {
      await lockAccount(tx, userId);
      await requirePlaceForProject(ctx, tx, userId);
      await requireFree(tx, project.id);
      return insertProject(ctx, tx, emit, { id: project.id, userId, name: project.name, description: '' });
    });
  if (!example) return null;
  return (await addExampleProject(ctx, { userId })).projectId;
}

async function requireFree(tx: Tx, id: Id | undefined): Promise<void> {
  if (id === undefined) return;
  const [taken] = await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, id));
  if (taken !== undefined) throw new AppError('CONFLICT', 'Another project has this id. Load the page again.');
}

async function keepPrd(ctx: EngineContext, id: Id, prd: { content: string; filename: string }): Promise<string | null> {
  try {
    await savePrd(ctx, { id, ...prd });
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}
