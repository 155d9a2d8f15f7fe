import { getColumns } from 'drizzle-orm';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { EventType } from '#contract/events.ts';
import type { claimTask as claiming } from '#contract/plan.ts';
import { type Context, presentActor } from '#server/platform/context.ts';
import { type JsonRow, jsonShapeOf } from '#server/platform/db/json-row.ts';
import { batons, taskLists } from '#server/platform/db/tables/index.ts';
import { presentBaton, presentTask } from '../present.ts';
import { type TaskListRow, type TaskRow, taskColumns } from '../rows.ts';
import { makeSecret } from './baton-token.ts';
import { asAgent, callerOf } from './caller.ts';
import { type ToldOwn, readOwn } from './held-usual.ts';
import { BRIEF_SIZES, type Brief, type StoredBrief, withQuotes } from './read-brief.ts';
import type { BatonRow } from './read-batons.ts';
import { type Wanted, askUsual, mayBeUsual, ownerOf, tellUsual } from './usual-case.ts';

type Claimed = AnswerOf<typeof claiming>;
interface Taken {
  claimed: Claimed;
  /** Set where it was requested. */
  brief: Brief | undefined;
}

const task = jsonShapeOf<TaskRow>(taskColumns);
const list = jsonShapeOf<TaskListRow>(getColumns(taskLists));
const baton = jsonShapeOf<BatonRow>(getColumns(batons));
/** As one JSON value: parsing the column descriptions of three rows takes the driver longer than the rows. */
const CLAIM = `select to_json(c) as claimed
  from claim_usual($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) c`;
interface Answered {
  task: JsonRow;
  list: JsonRow;
  baton: JsonRow;
  token: string;
  held: ToldOwn[] | null;
  brief: StoredBrief | null;
}
const TOLD: EventType[] = ['baton.taken', 'task.status_changed', 'task.locked', 'task.patched'];

/**
 * The fast path of a claim: one statement that also reads the brief and looks up the caller, for a ready task, a free
 * slot, no expired lease and nothing lost. Returns undefined where the general path must decide, and null where nothing
 * is ready.
 */
export async function claimUsual(
  ctx: Context,
  wanted: Wanted,
  agent: string | undefined,
  withBrief: boolean,
): Promise<Taken | null | undefined> {
  if (!mayBeUsual(ctx, wanted)) return undefined;
  const { late } = ctx;
  if (late === undefined) await ctx.admitted;
  const { holder, holderKey, clientKey, tokenHash } = callerOf(ctx, agent);
  const actor = presentActor(asAgent(ctx, agent).actor);
  const owner = await ownerOf(ctx, wanted);
  const values = [wanted.projectId, owner, wanted.id, wanted.number, actor, holder, holderKey, clientKey];
  const looking = [late !== undefined, tokenHash ?? null, ...(withBrief ? BRIEF_SIZES : [null, null])];
  const query = {
    name: 'baton_claim_usual',
    text: CLAIM,
    values: [...values, makeSecret(), ctx.databaseTime(), ...looking],
  };
  const answer = await askUsual(ctx.database.pool.query<{ claimed: Answered }>(query));
  if (answer === undefined || answer === null) return answer;
  const answered = answer.rows[0]?.claimed;
  if (answered === undefined) throw new Error('the claim answered no task');
  const claimed = readClaimed(answered);
  late?.settle(readOwn(answered.held, callerOf(ctx)));
  tellUsual(ctx, claimed.task.project_id, TOLD);
  return { claimed, brief: answered.brief === null ? undefined : withQuotes(answered.brief) };
}

function readClaimed(answered: Answered): Claimed {
  return {
    task: presentTask(task.read(answered.task), list.read(answered.list)),
    baton: presentBaton(baton.read(answered.baton)),
    token: answered.token,
    handover: null,
    was_stopped: null,
  };
}
