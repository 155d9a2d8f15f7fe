import { getColumns } from 'drizzle-orm';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { EventType } from '#contract/events.ts';
import type { claimTask as claiming } from '#contract/plan.ts';
import { ownerIdOf } from '#server/auth/index.ts';
import { type Context, presentActor } from '#server/platform/context.ts';
import { type JsonRow, jsonShapeOf } from '#server/platform/db/json-row.ts';
import { batons, taskLists } from '#server/platform/db/tables/index.ts';
import { presentBaton, presentTask } from '../present.ts';
import { type TaskListRow, type TaskRow, taskColumns } from '../rows.ts';
import { makeSecret } from './baton-token.ts';
import { asAgent, callerOf } from './caller.ts';
import { type Brief, readHeldBrief } from './read-brief.ts';
import type { BatonRow } from './read-batons.ts';
import { type Wanted, askAhead, askUsual, mayBeUsual, tellUsual } from './usual-case.ts';

type Claimed = AnswerOf<typeof claiming>;
interface Taken {
  claimed: Claimed;
  /** Read behind the claim, where it was asked for. */
  brief: Brief | undefined;
}

const task = jsonShapeOf<TaskRow>(taskColumns);
const list = jsonShapeOf<TaskListRow>(getColumns(taskLists));
const baton = jsonShapeOf<BatonRow>(getColumns(batons));
/** As one value: the driver takes longer to read what the columns of three rows are called than to read the rows. */
const CLAIM = 'select to_json(c) as claimed from claim_usual($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) c';
interface Answered {
  task: JsonRow;
  list: JsonRow;
  baton: JsonRow;
  token: string;
}
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
  const values = [wanted.projectId, owner, wanted.id, wanted.number, actor, holder, holderKey, clientKey];
  return askAhead(ctx, async (connection) => {
    const asked = connection.query<{ claimed: Answered }>({
      name: 'baton_claim_usual',
      text: CLAIM,
      values: [...values, makeSecret(), ctx.databaseTime()],
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
    const claimed = readClaimed(answer.rows[0]?.claimed);
    tellUsual(ctx, claimed.task.project_id, TOLD);
    return { claimed, brief: await briefing };
  });
}

function readClaimed(answered: Answered | undefined): Claimed {
  if (answered === undefined) throw new Error('the claim answered no task');
  return {
    task: presentTask(task.read(answered.task), list.read(answered.list)),
    baton: presentBaton(baton.read(answered.baton)),
    token: answered.token,
    handover: null,
    was_stopped: null,
  };
}
