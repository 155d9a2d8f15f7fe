import { getColumns } from 'drizzle-orm';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { EventType } from '#contract/events.ts';
import type { Id } from '#contract/fields.ts';
import type { claimTask as claiming } from '#contract/plan.ts';
import { ownerIdOf } from '#server/auth/index.ts';
import { type Context, presentActor } from '#server/platform/context.ts';
import { shapeOf } from '#server/platform/db/row-shape.ts';
import { batons, taskLists } from '#server/platform/db/tables/index.ts';
import { presentBaton, presentTask } from '../present.ts';
import { type TaskListRow, type TaskRow, taskColumns } from '../rows.ts';
import { makeSecret } from './baton-token.ts';
import { asAgent, callerOf } from './caller.ts';
import { type Brief, readHeldBrief } from './read-brief.ts';
import type { BatonRow } from './read-batons.ts';
import { type Wanted, askUsual, mayBeUsual, tellUsual } from './usual-case.ts';

type Claimed = AnswerOf<typeof claiming>;
interface Taken {
  claimed: Claimed;
  /** Read behind the claim, where it was asked for. */
  brief: Brief | undefined;
}

const task = shapeOf<TaskRow & { id: Id }>(taskColumns, '(c.task)');
const list = shapeOf<TaskListRow & { id: Id }>(getColumns(taskLists), '(c.list)');
const baton = shapeOf<BatonRow>(getColumns(batons), '(c.baton)');
const CLAIM = `select ${task.select}, ${list.select}, ${baton.select}, c.token
  from claim_usual($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) c`;
const TOLD: EventType[] = ['baton.taken', 'task.status_changed', 'task.locked', 'task.patched'];

/**
 * Takes the baton in one statement of its own, the brief on its heels, where nothing about it is unusual: a ready task, a
 * free slot, no lease that ran out. Answers undefined where the long way must decide, and null where nothing is ready.
 */
export async function claimUsual(
  ctx: Context,
  wanted: Wanted,
  agent: string | undefined,
  withBrief: boolean,
): Promise<Taken | null | undefined> {
  if (!mayBeUsual(ctx, wanted)) return undefined;
  const { holder, holderKey, clientKey } = callerOf(ctx, agent);
  const actor = presentActor(asAgent(ctx, agent).actor);
  const owner = ownerIdOf(ctx);
  // Nothing is committed before the call was let in.
  await ctx.admitted;
  const values = [wanted.projectId, owner, wanted.id, wanted.number, actor, holder, holderKey, clientKey];
  const connection = await ctx.database.pool.connect();
  try {
    const asked = connection.query<unknown[]>({
      name: 'baton_claim_usual',
      text: CLAIM,
      values: [...values, makeSecret(), ctx.databaseTime()],
      rowMode: 'array',
    });
    const briefing =
      withBrief && wanted.projectId !== null
        ? readHeldBrief(ctx, wanted.projectId, holderKey, connection)
        : Promise.resolve(undefined);
    briefing.catch(() => undefined);
    const answer = await askUsual(asked);
    if (answer === undefined || answer === null) {
      await briefing.catch(() => undefined);
      return answer;
    }
    const claimed = readClaimed(answer.rows[0] ?? []);
    tellUsual(ctx, claimed.task.project_id, TOLD);
    return { claimed, brief: await briefing };
  } finally {
    connection.release();
  }
}

function readClaimed(row: readonly unknown[]): Claimed {
  const ofTask = task.read(row, 0);
  const ofList = list.read(row, task.size);
  const held = baton.read(row, task.size + list.size);
  if (ofTask === undefined || ofList === undefined || held === undefined) throw new Error('the claim answered no task');
  return {
    task: presentTask(ofTask, ofList),
    baton: presentBaton(held),
    token: row[task.size + list.size + baton.size] as string,
    handover: null,
    was_stopped: null,
  };
}
