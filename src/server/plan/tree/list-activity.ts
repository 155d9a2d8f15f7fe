import { type SQL, and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { EventActor, Id } from '#contract/fields.ts';
import type { FeedEvent } from '#contract/events.ts';
import type { Activity, listActivity as endpoint } from '#contract/plan.ts';
import { isAnswerNote } from '#contract/question-notes.ts';
import { counted } from '#contract/counted.ts';
import { NOTE_TEXTS, PLAN_TEXTS } from '#contract/plan-texts.ts';
import { plainLine } from '#markdown/plain-text.ts';
import type { Context } from '#server/platform/context.ts';
import { events } from '#server/platform/db/tables/index.ts';
import { requireProject } from '#server/projects/index.ts';
import { ASKED_WHY, BLOCKED_WHY } from '../baton/describe-finish.ts';

/** Event types shown to people; events of the row itself would be duplicates. */
const TOLD = [
  'task.created',
  'task.deleted',
  'task.status_changed',
  'task_list.created',
  'task_list.deleted',
  'parent.completed',
  'dependency.added',
  'dependency.removed',
  'note.created',
  'baton.taken',
  'baton.released',
  'checkpoint.created',
  'plan.replaced',
  'plan.drafted',
  'generation.started',
  'generation.completed',
  'generation.failed',
  'run.started',
  'run.ended',
] as const satisfies FeedEvent['type'][];
type Told = Extract<FeedEvent, { type: (typeof TOLD)[number] }>;
export const TOLD_TYPES: readonly string[] = TOLD;

/** A stored event of a shown type. */
export interface ActivityRow {
  type: string;
  data: unknown;
  actor: EventActor;
  created_at: string;
}

export const presentActivity = ({ type, data, actor }: Pick<ActivityRow, 'type' | 'data' | 'actor'>): string =>
  describe({ type, data } as Told, actor);

/** The activity of a project or task, newest first. */
export async function listActivity(ctx: Context, input: InputOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const project = await requireProject(ctx, input.id);
  const scope = `project:${project.id}`;
  const about: SQL | undefined =
    input.task_id === undefined
      ? undefined
      : sql`${events.taskId} = ${input.task_id} and coalesce(${events.data} ->> 'task_id', ${events.data} ->> 'id') = ${input.task_id}`;
  const rows = await ctx.db
    .select()
    .from(events)
    .where(
      and(
        eq(events.scope, scope),
        inArray(events.type, [...TOLD]),
        sql`not (${events.type} = 'note.created' and (${events.data} ->> 'is_broadcast')::boolean)`,
        input.cursor === undefined ? undefined : lt(events.seq, input.cursor),
        input.cursor === undefined ? undefined : withinRowOf(scope, input.cursor),
        about,
      ),
    )
    .orderBy(desc(events.rowSeq), desc(events.seq))
    .limit(input.limit + 1);
  const page = rows.slice(0, input.limit);
  const items = page.map((row): Activity => {
    const event = { type: row.type, data: row.data } as Told;
    const actor = row.actor;
    return {
      seq: row.seq,
      type: row.type,
      text: describe(event, actor),
      task_id: taskOf(event),
      checkpoint_id: event.type === 'plan.drafted' ? event.data.checkpoint_id : null,
      actor,
      created_at: row.createdAt.toISOString(),
    };
  });
  return { items, nextCursor: rows.length > input.limit ? (page.at(-1)?.seq ?? null) : null };
}

/** Up to the change that a number belongs to. */
const withinRowOf = (scope: string, seq: number): SQL =>
  sql`${events.rowSeq} <= coalesce((select f.seq from feed f where f.scope = ${scope} and f.seq >= ${seq} order by f.seq limit 1), ${seq})`;

function taskOf(event: Told): Id | null {
  if (event.type === 'task.created' || event.type === 'task.deleted') return event.data.id;
  return 'task_id' in event.data ? event.data.task_id : null;
}

function describe(event: Told, actor: EventActor): string {
  switch (event.type) {
    case 'task.created':
      return `T${event.data.number} added: ${event.data.title}`;
    case 'task.deleted':
      return `T${event.data.number} deleted: ${event.data.title}`;
    case 'task.status_changed':
      return PLAN_TEXTS.statusChanged(event.data.previous_status, event.data.new_status);
    case 'task_list.created':
      return `List added: ${event.data.name}`;
    case 'task_list.deleted':
      return `List deleted: ${event.data.name}`;
    case 'parent.completed':
      return 'Everything below it is done';
    case 'dependency.added':
      return 'Dependency added';
    case 'dependency.removed':
      return 'Dependency removed';
    case 'note.created':
      return isAnswerNote(event.data) ? `${actor.name} answered` : `${NOTE_TEXTS.types[event.data.type]} note added`;
    case 'baton.taken':
      return `${event.data.holder.name} took the baton`;
    case 'baton.released':
      return describeReturn(event.data.reason, actor);
    case 'checkpoint.created':
      return `Checkpoint: ${event.data.name}`;
    case 'plan.replaced':
      return { restore: 'Plan restored', import: 'Plan imported', generation: 'Plan generated', edit: 'Plan changed' }[
        event.data.cause
      ];
    case 'plan.drafted':
      return PLAN_TEXTS.drafted(actor.name, event.data);
    case 'generation.started':
      return PLAN_TEXTS.generationStarted(event.data.mode);
    case 'generation.completed':
      return `${event.data.tasks_created} tasks generated`;
    case 'generation.failed':
      return `Generation failed: ${event.data.error}`;
    case 'run.started':
      return `Run started on ${plainLine(event.data.host)} with ${counted(event.data.parallel, 'agent')}`;
    case 'run.ended':
      return `Run ended: ${event.data.done} done, ${event.data.failed} failed`;
  }
}

/** The reason why the work stopped is the news, not that the baton was released. */
function describeReturn(reason: string, { name }: EventActor): string {
  if (reason.startsWith(BLOCKED_WHY)) return `${name} is blocked: ${plainLine(reason.slice(BLOCKED_WHY.length))}`;
  if (reason.startsWith(ASKED_WHY)) return `${name} asks: ${plainLine(reason.slice(ASKED_WHY.length))}`;
  return `Baton handed back: ${plainLine(reason)}`;
}
