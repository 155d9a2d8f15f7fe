import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { claimTask as claiming } from '#contract/plan.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, connectionOf } from '#server/platform/db/client.ts';
import { claimAndRead, claimNextAndRead } from './claim-task.ts';
import { claimUsual } from './claim-usual.ts';
import { wantedOf } from './usual-case.ts';
import { type Brief, readBrief } from './read-brief.ts';
import type { NamedTask } from '../require-task.ts';

type ClaimedWithBrief = AnswerOf<typeof claiming> & { brief: Brief };

/** Claims a task and reads its brief. */
export async function claimWithBrief(
  ctx: Context,
  projectId: Id,
  input: Omit<InputOf<typeof claiming>, 'id'> & { id: NamedTask },
): Promise<ClaimedWithBrief> {
  const usual = input.takeover === true ? undefined : await claimUsual(ctx, wantedOf(ctx, input.id), input.agent, true);
  if (usual?.brief !== undefined) return { ...usual.claimed, brief: usual.brief };
  const { claimed, extra } = await claimAndRead(ctx, input, briefIn(ctx, projectId));
  return { ...claimed, brief: extra };
}

/** The same for the first ready task; null when none is ready. */
export async function claimNextWithBrief(
  ctx: Context,
  projectId: Id,
  input: { agent?: string },
): Promise<ClaimedWithBrief | null> {
  const usual = await claimUsual(ctx, { projectId, id: null, number: null }, input.agent, true);
  if (usual === null) return null;
  if (usual?.brief !== undefined) return { ...usual.claimed, brief: usual.brief };
  const taken = await claimNextAndRead(ctx, { id: projectId, ...input }, briefIn(ctx, projectId));
  return taken === null ? null : { ...taken.claimed, brief: taken.extra };
}

const briefIn = (ctx: Context, projectId: Id) => (tx: Tx, id: Id) =>
  readBrief(ctx, projectId, { id }, connectionOf(tx));
