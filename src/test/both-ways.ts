import type pg from 'pg';
import type { FeedEvent } from '#contract/events.ts';

/** A row's own event depends on the path that changed it; its effect is compared in the plan. */
const ROWS = new Set(['task.updated', 'task.patched']);
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)/g;

/** The random part of a baton token. */
const SECRET = /(?<="\d+\.)[\da-z]{8,32}(?=")/g;

/**
 * Two plans after the same operations differ in ids and times only: ids are replaced by the order of first occurrence.
 */
const withoutMoments = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(withoutIds(value)).replaceAll(TIME, 'then'));

/** The same where the times are equal too. */
export function withoutIds(value: unknown): unknown {
  const seen = new Map<string, string>();
  const text = JSON.stringify(value ?? null)
    .replaceAll(SECRET, 'secret')
    .replaceAll(ID, (id) => {
      const short = seen.get(id) ?? `id ${seen.size}`;
      seen.set(id, short);
      return short;
    });
  return JSON.parse(text);
}

/** A feed's events in comparable form. */
export const comparableEvents = (events: readonly FeedEvent[]): unknown =>
  withoutMoments(
    events.filter(({ type }) => !ROWS.has(type)).map(({ type, data, actor }) => ({ type, data, name: actor.name })),
  );

/**
 * The same with the changes of the task's own row; rows of parents are left out, since one path sends them whole and
 * the other as patches.
 */
export function comparableChanges(events: readonly FeedEvent[]): unknown {
  const idOf = (event: FeedEvent): string => (event.data as { id?: string; task_id?: string }).id ?? '';
  const parents = new Set(
    events.flatMap(({ type, data }) =>
      type === 'parent.status_changed' ? [(data as { task_id: string }).task_id] : [],
    ),
  );
  return withoutIds(
    events
      .filter((event) => !ROWS.has(event.type) || !parents.has(idOf(event)))
      .map(({ type, data, actor, created_at }) => ({ type, data, actor, created_at })),
  );
}

/** State besides the plan: batons, notes, losses and usage. */
export async function comparableRows(pool: pg.Pool, projectId: string): Promise<unknown> {
  const { rows } = await pool.query<{ kept: unknown }>(ROWS_KEPT, [projectId]);
  return withoutMoments(rows[0]?.kept);
}

const ROWS_KEPT = `
  select json_build_object(
    'tasks', (select json_agg(json_build_object('number', t.number, 'status', t.status, 'checks', t.checks, 'work', t.work, 'handover', t.handover,
        'question', t.question, 'locked', t.agent_lock is not null, 'completed', t.completed_at is not null, 'prd', t.prd_state) order by t.number)
      from tasks t where t.project_id = $1 and t.deleted_at is null),
    'batons', (select json_agg(json_build_object('slot', b.slot, 'task', t.number, 'holder', b.holder ->> 'name', 'fence', b.fence, 'done_means', b.done_means,
        'has_token', b.token_hash <> '', 'lease', b.expires_at - b.taken_at, 'calls', b.call_count, 'beats', b.beats) order by b.slot)
      from batons b join tasks t on t.id = b.task_id where b.project_id = $1),
    'notes', (select json_agg(json_build_object('task', t.number, 'type', n.type, 'body', n.body, 'by', n.author ->> 'name', 'work', n.work) order by t.number, n.body)
      from notes n left join tasks t on t.id = n.task_id where n.project_id = $1 and n.deleted_at is null),
    'losses', (select json_agg(json_build_object('number', l.task_number, 'fence', l.fence, 'reason', l.reason) order by l.fence)
      from baton_losses l where l.project_id = $1),
    'sizes', (select json_build_object('plan', s.plan, 'notes', s.notes) from project_sizes s where s.project_id = $1),
    'fence', (select p.last_fence from projects p where p.id = $1)
  ) as kept`;
