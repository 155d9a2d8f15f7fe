import type { EventActor, Id } from '#contract/fields.ts';
import { ownerIdOf } from '#server/auth/index.ts';
import { type Context, presentActor } from '#server/platform/context.ts';
import { notFound } from '#server/platform/error.ts';
import { type ActivityRow, TOLD_TYPES, presentActivity } from './list-activity.ts';
import type { BriefNote, BriefTask } from './read-brief.ts';
import { holderKeyOf } from './rules.ts';

export interface HeldBaton extends BriefTask {
  holder: EventActor;
  fence: number;
  taken_at: string;
  last_call_at: string;
  expires_at: string;
  /** Held under the caller's own name. */
  is_mine: boolean;
}

export interface Orientation {
  project: { id: Id; name: string; slots: number };
  seq: number;
  counts: { open: number; wip: number; done: number };
  lanes: { name: string; open: number; wip: number; done: number }[];
  lane_count: number;
  batons: HeldBaton[];
  next: (BriefTask & { list: string }) | null;
  /** Lines of the newest PRD as it was read last that ask for work, and what is to be decided in it; null without a PRD. */
  prd: { work_lines: number; to_decide: number } | null;
  /** What happened after the caller's cursor, newest first; undefined when it named none. */
  changes:
    | {
        items: { text: string; number: number | null; by: string; at: string }[];
        total: number;
        has_more: boolean;
      }
    | undefined;
  pinned: BriefNote[];
  has_more_pinned: boolean;
}

interface Row extends Omit<Orientation, 'changes' | 'batons' | 'counts' | 'has_more_pinned' | 'lane_count'> {
  batons: (HeldBaton & { holder_key: string })[];
  changes: (ActivityRow & { number: number | null })[];
}

const LANES_MAX = 40;
const PINNED_MAX = 10;
const CHANGES_MAX = 40;

/** Where the project stands, in one statement whose cost does not grow with the plan. */
export async function orient(ctx: Context, projectId: Id, since: number | undefined): Promise<Orientation> {
  const values = [
    projectId,
    ownerIdOf(ctx),
    `project:${projectId}`,
    since ?? null,
    TOLD_TYPES,
    // One more than is shown tells that there are others.
    PINNED_MAX + 1,
    CHANGES_MAX + 1,
  ];
  const { rows } = await ctx.database.pool.query<{ it: Row }>({ name: 'baton_orient', text: ORIENT, values });
  const [row] = rows;
  if (row === undefined) throw notFound('The project');
  const { changes, batons, ...rest } = row.it;
  const mine = holderKeyOf(presentActor(ctx.actor));
  const count = (status: 'open' | 'wip' | 'done') => rest.lanes.reduce((sum, lane) => sum + lane[status], 0);
  return {
    ...rest,
    lanes: rest.lanes.slice(0, LANES_MAX),
    lane_count: rest.lanes.length,
    pinned: rest.pinned.slice(0, PINNED_MAX),
    has_more_pinned: rest.pinned.length > PINNED_MAX,
    counts: { open: count('open'), wip: count('wip'), done: count('done') },
    batons: batons.map(({ holder_key, ...baton }) => ({ ...baton, is_mine: holder_key === mine })),
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
          },
  };
}

const ORIENT = `
  select json_build_object(
    'project', json_build_object('id', p.id, 'name', p.name, 'slots', p.baton_slots),
    'seq', coalesce((select seq from feed_heads where scope = $3), 0),
    'lanes', (select coalesce(json_agg(json_build_object('name', l.name, 'open', coalesce(c.open, 0), 'wip', coalesce(c.wip, 0), 'done', coalesce(c.done, 0)) order by l.created_at, l.id), '[]')
      from task_lists l left join lane_counts c on c.root_list_id = l.id
      where l.project_id = $1 and l.depth = 0 and l.deleted_at is null),
    'batons', (select coalesce(json_agg(json_build_object('number', t.number, 'title', t.title, 'status', t.status, 'holder', b.holder, 'holder_key', b.holder_key,
        'fence', b.fence, 'taken_at', b.taken_at, 'last_call_at', b.last_call_at, 'expires_at', b.expires_at) order by b.slot), '[]')
      from batons b join tasks t on t.id = b.task_id where b.project_id = $1),
    'next', (select json_build_object('number', t.number, 'title', t.title, 'status', t.status, 'list', l.name)
      from tasks t join task_lists l on l.id = t.task_list_id where t.id = next_ready($1)),
    'prd', (select json_build_object('work_lines', (r.counts ->> 'work')::int, 'to_decide', (r.counts ->> 'to_decide')::int)
      from prd_readings r where r.project_id = $1 and r.counts is not null),
    'pinned', (select coalesce(json_agg(json_build_object('id', n.id, 'number', t.number, 'type', n.type, 'body', n.body, 'author', n.author ->> 'name', 'pinned', true, 'created_at', n.created_at) order by n.created_at desc), '[]')
      from (select * from notes n where n.project_id = $1 and n.pinned and n.deleted_at is null and n.superseded_by_id is null order by n.created_at desc limit $6) n
      left join tasks t on t.id = n.task_id),
    'changes', (select coalesce(json_agg(json_build_object('type', e.type, 'data', e.data, 'actor', e.actor, 'created_at', e.created_at, 'number', t.number) order by e.seq desc), '[]')
      from (select * from events e where e.scope = $3 and e.seq > $4 and e.type = any ($5)
          and not (e.type = 'note.created' and (e.data ->> 'is_broadcast')::boolean)
        order by e.seq desc limit $7) e
      left join tasks t on t.id = coalesce(e.data ->> 'task_id', e.data ->> 'id')::uuid)
  ) as it
  from projects p where p.id = $1 and p.user_id = $2 and p.deleted_at is null`;
