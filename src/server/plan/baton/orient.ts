import type { EventActor, Id } from '#contract/fields.ts';
import { PARKED_REASON } from '#contract/plan-texts.ts';
import type { Context } from '#server/platform/context.ts';
import { notFound } from '#server/platform/error.ts';
import { hasMissed } from '#server/platform/feed.ts';
import { ownerToProve } from '#server/projects/index.ts';
import { callerOf, hasProven } from './caller.ts';
import { type ActivityRow, TOLD_TYPES, presentActivity } from '../tree/list-activity.ts';
import type { BriefNote, BriefTask } from './read-brief.ts';

export interface HeldBaton extends BriefTask {
  holder: EventActor;
  taken_at: string;
  last_call_at: string;
  expires_at: string;
  /** By session or token. The name is not enough: two windows share it. */
  is_mine: boolean;
}

export interface StoppedTask extends BriefTask {
  /** Why it is blocked; null for one that waits for an answer. */
  reason: string | null;
  question: { text: string; by: string; at: string } | null;
}

export interface Orientation {
  project: { id: Id; name: string; slots: number };
  seq: number;
  /** Blocked tasks and those with an open question are not counted as open. */
  counts: { open: number; wip: number; done: number; blocked: number; asking: number };
  /** Tasks that wait for a person, oldest first, and blocked ones. */
  stopped: StoppedTask[];
  lanes: { name: string; open: number; wip: number; done: number }[];
  lane_count: number;
  batons: HeldBaton[];
  next: (BriefTask & { list: string }) | null;
  /** Work lines of the newest PRD as last read, and the lines to decide; null without a PRD. */
  prd: { work_lines: number; to_decide: number } | null;
  /** Events after the caller's cursor, newest first; undefined without a cursor. */
  changes:
    | {
        items: { text: string; number: number | null; by: string; at: string }[];
        total: number;
        has_more: boolean;
        /** Set where some of them are past retention: the number from which events are retained. */
        kept_from: number | null;
      }
    | undefined;
  pinned: BriefNote[];
  has_more_pinned: boolean;
}

interface Row extends Omit<Orientation, 'changes' | 'batons' | 'counts' | 'has_more_pinned' | 'lane_count'> {
  batons: (HeldBaton & { holder_key: string; client_key: string; token_hash: string })[];
  halted: { blocked: number; asking: number };
  changes: (ActivityRow & { number: number | null })[];
  first_seq: number;
}

const LANES_MAX = 40;
const PINNED_MAX = 10;
const CHANGES_MAX = 40;
const STOPPED_MAX = 10;

/** The state of the project, in one statement whose cost does not grow with the plan. */
export async function orient(ctx: Context, projectId: Id, since: number | undefined): Promise<Orientation> {
  const values = [
    projectId,
    await ownerToProve(ctx, projectId, 'seen'),
    `project:${projectId}`,
    since ?? null,
    TOLD_TYPES,
    // One more than is shown, to know whether there are others.
    PINNED_MAX + 1,
    CHANGES_MAX + 1,
    STOPPED_MAX,
  ];
  const { rows } = await ctx.database.pool.query<{ it: Row }>({ name: 'baton_orient', text: ORIENT, values });
  const [row] = rows;
  if (row === undefined) throw notFound('The project');
  const { changes, batons, halted, first_seq: first, ...rest } = row.it;
  const caller = callerOf(ctx);
  const count = (status: 'open' | 'wip' | 'done') => rest.lanes.reduce((sum, lane) => sum + lane[status], 0);
  return {
    ...rest,
    lanes: rest.lanes.slice(0, LANES_MAX),
    lane_count: rest.lanes.length,
    pinned: rest.pinned.slice(0, PINNED_MAX),
    has_more_pinned: rest.pinned.length > PINNED_MAX,
    counts: {
      open: count('open') - halted.blocked - halted.asking,
      wip: count('wip'),
      done: count('done'),
      ...halted,
    },
    batons: batons.map(({ holder_key: holderKey, client_key: clientKey, token_hash: tokenHash, ...baton }) => ({
      ...baton,
      is_mine: hasProven({ holderKey, clientKey, tokenHash }, caller),
    })),
    changes:
      since === undefined
        ? undefined
        : {
            items: changes.slice(0, CHANGES_MAX).map((event) => ({
              text: presentActivity(event),
              number: event.number,
              by: event.actor.name,
              at: event.created_at,
            })),
            total: Math.max(0, rest.seq - since),
            has_more: changes.length > CHANGES_MAX,
            kept_from: hasMissed(since, { first }) ? first : null,
          },
  };
}

const ORIENT = `
  select json_build_object(
    'project', json_build_object('id', p.id, 'name', p.name, 'slots', p.baton_slots),
    'seq', coalesce(h.seq, 0), 'first_seq', coalesce(h.first_seq, 1),
    'lanes', (select coalesce(json_agg(json_build_object('name', l.name, 'open', coalesce(c.open, 0), 'wip', coalesce(c.wip, 0), 'done', coalesce(c.done, 0)) order by l.created_at, l.id), '[]')
      from task_lists l left join lane_states c on c.root_list_id = l.id
      where l.project_id = $1 and l.depth = 0 and l.deleted_at is null),
    'batons', (select coalesce(json_agg(json_build_object('number', t.number, 'title', t.title, 'status', t.status, 'holder', b.holder, 'holder_key', b.holder_key,
        'client_key', b.client_key, 'token_hash', b.token_hash, 'taken_at', b.taken_at, 'last_call_at', b.last_call_at, 'expires_at', b.expires_at) order by b.slot), '[]')
      from batons b join tasks t on t.id = b.task_id where b.project_id = $1),
    'next', (select json_build_object('number', t.number, 'title', t.title, 'status', t.status, 'list', l.name)
      from tasks t join task_lists l on l.id = t.task_list_id where t.id = next_ready($1)),
    'halted', (select json_build_object('blocked', count(*) filter (where not t.is_asking), 'asking', count(*) filter (where t.is_asking))
      from tasks t where t.project_id = $1 and t.deleted_at is null and (t.blocked_reason is not null or t.is_asking) and t.status = 'open'),
    'stopped', (select coalesce(json_agg(json_build_object('number', s.number, 'title', s.title, 'status', s.status, 'reason', s.blocked_reason,
        'question', case when s.is_asking then json_build_object('text', s.question ->> 'text', 'by', s.question -> 'asked_by' ->> 'name', 'at', s.question ->> 'asked_at') end)
        order by s.is_asking desc, s.updated_at), '[]')
      from (select t.* from tasks t where t.project_id = $1 and t.deleted_at is null and (t.blocked_reason is not null or t.is_asking) and t.status = 'open'
          and t.blocked_reason is distinct from '${PARKED_REASON}'
        order by t.is_asking desc, t.updated_at limit $8) s),
    'prd', (select json_build_object('work_lines', (r.counts ->> 'work')::int, 'to_decide', (r.counts ->> 'to_decide')::int)
      from prd_readings r where r.project_id = $1 and r.counts is not null),
    'pinned', (select coalesce(json_agg(json_build_object('id', n.id, 'number', t.number, 'type', n.type, 'body', n.body, 'author', n.author ->> 'name', 'pinned', true, 'created_at', n.created_at) order by n.created_at desc), '[]')
      from (select * from notes n where n.project_id = $1 and n.pinned and n.deleted_at is null and n.superseded_by_id is null order by n.created_at desc limit $6) n
      left join tasks t on t.id = n.task_id),
    'changes', (select coalesce(json_agg(json_build_object('type', e.type, 'data', e.data, 'actor', e.actor, 'created_at', e.created_at, 'number', t.number) order by e.seq desc), '[]')
      from (select * from events e where e.scope = $3 and e.row_seq > $4 and e.seq > $4 and e.type = any ($5)
          and not (e.type = 'note.created' and (e.data ->> 'is_broadcast')::boolean)
        order by e.row_seq desc, e.seq desc limit $7) e
      left join tasks t on t.id = coalesce(e.data ->> 'task_id', e.data ->> 'id')::uuid)
  ) as it
  from projects p left join feed_heads h on h.scope = $3 where p.id = $1 and p.user_id = $2 and p.deleted_at is null`;
