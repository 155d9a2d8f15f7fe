import { getColumns } from 'drizzle-orm';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { EventType } from '#contract/events.ts';
import type { finishTask as endpoint } from '#contract/plan.ts';
import { type Context, presentActor } from '#server/platform/context.ts';
import { type JsonRow, jsonShapeOf } from '#server/platform/db/json-row.ts';
import { taskLists } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { presentTask } from '../present.ts';
import { type TaskListRow, type TaskRow, taskColumns } from '../rows.ts';
import { callerOf } from './caller.ts';
import { describeFinish } from './describe-finish.ts';
import type { Finish } from './finish.ts';
import { type ToldOwn, readOwn } from './held-usual.ts';
import { isSaidWell } from './require-proof.ts';
import { askUsual, mayBeUsual, ownerOf, tellUsual, wantedOf } from './usual-case.ts';

type Answer = AnswerOf<typeof endpoint>;

const task = jsonShapeOf<TaskRow>(taskColumns);
const list = jsonShapeOf<TaskListRow>(getColumns(taskLists));
const FINISH = `select to_json(f) as finished
  from finish_usual($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) f`;
interface Answered {
  task: JsonRow;
  list: JsonRow;
  holder: string;
  parents: Answer['parents_completed'];
  upcoming: Answer['next_ready'];
  held: ToldOwn[] | null;
}
const TOLD: EventType[] = ['baton.released', 'task.status_changed', 'task.patched'];
const TOLD_OF_PARENT: EventType[] = ['task.patched', 'parent.completed', 'parent.status_changed'];

/**
 * The fast path of a finish: one statement that also looks up the caller, for the outcomes done and not needed, a
 * proven baton with a running lease, and nothing lost. Returns undefined where the general path must decide and
 * explain.
 */
export async function finishUsual(ctx: Context, input: Finish): Promise<Answer | undefined> {
  const wanted = wantedOf(ctx, input.id);
  const { outcome } = input;
  if ((outcome !== 'done' && outcome !== 'skip') || !mayBeUsual(ctx, wanted) || !isSaidWell(input)) return undefined;
  const { late } = ctx;
  if (late === undefined) await ctx.admitted;
  const looker = callerOf(ctx);
  const { holderKey, clientKey, tokenHash, hasSession } = looker;
  if (tokenHash === undefined && !hasSession) return undefined;
  const { notes: said, also, why } = describeFinish(ctx, { work: null }, input, []);
  const notes = said.map(({ type, body, work }) => ({
    id: newId(ctx.now().getTime()),
    type,
    body,
    work: work ?? null,
  }));
  const owner = await ownerOf(ctx, wanted);
  const caller = [presentActor(ctx.actor), holderKey, clientKey, tokenHash ?? null, hasSession];
  const proof = outcome === 'done' ? (input.verification ?? {}) : null;
  const told = [JSON.stringify(notes), JSON.stringify(input.checks ?? []), also.work ?? null, proof, why];
  const values = [
    wanted.projectId,
    owner,
    wanted.id,
    wanted.number,
    ...caller,
    ...told,
    ctx.databaseTime(),
    late !== undefined,
  ];
  const query = { name: 'baton_finish_usual', text: FINISH, values };
  const answer = await askUsual(ctx.database.pool.query<{ finished: Answered }>(query));
  if (answer === undefined || answer === null) return undefined;
  const finished = answer.rows[0]?.finished;
  if (finished === undefined) throw new Error('the finish answered no task');
  const { holder, parents, upcoming } = finished;
  const shown = presentTask(task.read(finished.task), list.read(finished.list));
  const types = [...TOLD, ...notes.map(() => 'note.created' as const), ...parents.flatMap(() => TOLD_OF_PARENT)];
  late?.settle(readOwn(finished.held, looker));
  tellUsual(ctx, shown.project_id, types);
  return {
    task: shown,
    parents_completed: parents,
    notes: notes.map(({ id }) => id),
    holder,
    next_ready: upcoming,
    // Batons of runs are left to the general path.
    run_id: null,
    is_delivered: false,
  };
}
