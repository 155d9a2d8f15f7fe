import type pg from 'pg';
import type { EventActor, Id } from '#contract/fields.ts';
import type { NoteType } from '#contract/note.ts';
import type { Work } from '#contract/proof.ts';
import type { Question } from '#contract/question.ts';
import type { Check, TaskStatus } from '#contract/task.ts';
import { ownerIdOf } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type PrdQuote, type PrdSection, quotePrd } from '#server/prd/index.ts';
import { noTask } from '#server/projects/index.ts';
import type { TaskRef } from '../tree/task-ref.ts';

export interface BriefTask {
  number: number;
  title: string;
  status: TaskStatus;
}

export interface BriefNote {
  id: Id;
  /** The task it was left on; null for the project itself. */
  number: number | null;
  type: NoteType;
  body: string;
  author: string;
  pinned: boolean;
  created_at: string;
}

/** Everything an agent needs to begin a task, and nothing else: bounded, whatever the size of the plan. */
export interface Brief {
  id: Id;
  number: number;
  title: string;
  description: string;
  status: TaskStatus;
  blocked_reason: string | null;
  question: Question | null;
  work: Work | null;
  requirement_ids: string[];
  prd_state: 'review' | 'orphaned' | null;
  checks: Check[];
  list: { name: string; brief: string };
  /** From the root down to the parent. */
  ancestors: (BriefTask & { list: string; brief: string })[];
  /** What it comes from, word for word. */
  prd: PrdQuote[];
  prd_lines: { start: number; end: number } | null;
  waits_for: BriefTask[];
  blocks: BriefTask[];
  children: BriefTask[];
  child_count: number;
  notes: BriefNote[];
  note_count: number;
  baton: { holder: EventActor; taken_at: string; expires_at: string } | null;
}

const NOTES_MAX = 30;
const AROUND_MAX = 20;

/** The sections of the PRD that its lines stand in, still whole. */
type StoredBrief = Omit<Brief, 'prd'> & { sections: PrdSection[] };

/** One task with all that surrounds it, in one statement. */
export async function readBrief(
  ctx: Context,
  projectId: Id,
  ref: TaskRef,
  asked: Pick<pg.ClientBase, 'query'> = ctx.database.pool,
): Promise<Brief> {
  const values = [projectId, ownerIdOf(ctx), ref.id ?? null, ref.number ?? null, NOTES_MAX, AROUND_MAX];
  const { rows } = await asked.query<{ brief: StoredBrief }>({ name: 'baton_brief', text: BRIEF, values });
  const [row] = rows;
  if (row === undefined) throw await noTask(ctx, asked, projectId, ref);
  return withQuotes(row.brief);
}

/** The brief of what somebody holds; on its way behind a claim, before it is known what that takes. */
export async function readHeldBrief(
  ctx: Context,
  projectId: Id,
  holderKey: string,
  asked: Pick<pg.ClientBase, 'query'>,
): Promise<Brief | undefined> {
  const values = [projectId, ownerIdOf(ctx), holderKey, null, NOTES_MAX, AROUND_MAX];
  const { rows } = await asked.query<{ brief: StoredBrief }>({ name: 'baton_brief_held', text: BRIEF_HELD, values });
  return rows[0] && withQuotes(rows[0].brief);
}

function withQuotes({ sections, ...brief }: StoredBrief): Brief {
  const { prd_lines: lines } = brief;
  return { ...brief, prd: lines === null ? [] : sections.flatMap((section) => quotePrd(section, lines) ?? []) };
}

/**
 * Every part reaches its rows through an index on the task, its list or its project; "offset 0" keeps the planner from
 * turning a look-up by id around, whatever it thinks of the tables. Notes: its own, then what its
 * ancestors and the project pinned or kept as context.
 */
const BRIEF = `
  with recursive it as (
    select t.*, l.name as list_name, l.operational_brief, l.parent_task_id as parent_id
    from tasks t join task_lists l on l.id = t.task_list_id join projects p on p.id = t.project_id
    where t.project_id = $1 and p.user_id = $2 and p.deleted_at is null and t.deleted_at is null
      and (t.id = $3 or t.number = $4)
  ), above as (
    select p.id, p.number, p.title, p.status, l.name as list, l.operational_brief as brief, l.parent_task_id as parent_id, 1 as steps
    from it join tasks p on p.id = it.parent_id join task_lists l on l.id = p.task_list_id
    union all
    select p.id, p.number, p.title, p.status, l.name, l.operational_brief, l.parent_task_id, above.steps + 1
    from above join tasks p on p.id = above.parent_id join task_lists l on l.id = p.task_list_id
  )
  select json_build_object(
    'id', it.id, 'number', it.number, 'title', it.title, 'description', it.description, 'status', it.status,
    'blocked_reason', it.blocked_reason, 'question', it.question, 'work', it.work, 'requirement_ids', it.requirement_ids, 'prd_state', it.prd_state, 'checks', it.checks,
    'list', json_build_object('name', it.list_name, 'brief', it.operational_brief),
    'ancestors', (select coalesce(json_agg(json_build_object('number', a.number, 'title', a.title, 'status', a.status, 'list', a.list, 'brief', a.brief) order by a.steps desc), '[]') from above a),
    'prd_lines', case when it.prd_start_line is null then null else json_build_object('start', it.prd_start_line, 'end', it.prd_end_line) end,
    'sections', (select coalesce(json_agg(json_build_object('heading', s.heading, 'start_line', s.start_line, 'end_line', s.end_line, 'body', s.body) order by s.start_line), '[]')
      from prd_sections s where s.project_id = $1 and s.start_line <= it.prd_end_line and s.end_line >= it.prd_start_line),
    'waits_for', (select coalesce(json_agg(json_build_object('number', o.number, 'title', o.title, 'status', o.status) order by o.number), '[]')
      from task_dependencies d
      cross join lateral (select a.number, a.title, a.status, a.deleted_at from tasks a where a.id = d.depends_on_id offset 0) o
      where d.task_id = it.id and o.deleted_at is null),
    'blocks', (select coalesce(json_agg(json_build_object('number', o.number, 'title', o.title, 'status', o.status) order by o.number), '[]')
      from (select o.number, o.title, o.status from task_dependencies d
        cross join lateral (select a.number, a.title, a.status, a.deleted_at from tasks a where a.id = d.task_id offset 0) o
        where d.depends_on_id = it.id and o.deleted_at is null order by o.number limit $6) o),
    'children', (select coalesce(json_agg(json_build_object('number', c.number, 'title', c.title, 'status', c.status)), '[]')
      from (select c.number, c.title, c.status from task_lists l join tasks c on c.task_list_id = l.id and c.deleted_at is null
        where l.parent_task_id = it.id and l.deleted_at is null order by c.order_in_parent limit $6) c),
    'child_count', (select count(*) from task_lists l join tasks c on c.task_list_id = l.id and c.deleted_at is null
      where l.parent_task_id = it.id and l.deleted_at is null),
    'notes', (select coalesce(json_agg(json_build_object('id', n.id, 'number', n.number, 'type', n.type, 'body', n.body, 'author', n.author ->> 'name', 'pinned', n.pinned, 'created_at', n.created_at)), '[]') from (
      (select n.id, it.number, n.type, n.body, n.author, n.pinned, n.created_at from notes n
        where n.task_id = it.id and n.deleted_at is null and not n.is_broadcast and n.superseded_by_id is null
        order by n.pinned desc, n.created_at desc limit $5)
      union all
      (select n.id, a.number, n.type, n.body, n.author, n.pinned, n.created_at from above a cross join lateral (
          select * from notes n where n.task_id = a.id and n.deleted_at is null
            and not n.is_broadcast and n.superseded_by_id is null and (n.pinned or n.type = 'CONTEXT')
          order by n.created_at desc limit 10
        ) n order by n.pinned desc, n.created_at desc limit 10)
      union all
      (select n.id, null, n.type, n.body, n.author, n.pinned, n.created_at from notes n
        where n.project_id = $1 and n.pinned and n.task_id is null and n.deleted_at is null and n.superseded_by_id is null
        order by n.created_at desc limit 10)
    ) n),
    'note_count', (select count(*) from notes n where n.task_id = it.id and n.deleted_at is null and not n.is_broadcast),
    'baton', (select json_build_object('holder', b.holder, 'taken_at', b.taken_at, 'expires_at', b.expires_at) from batons b where b.task_id = it.id)
  ) as brief
  from it`;

const BRIEF_HELD = BRIEF.replace(
  '(t.id = $3 or t.number = $4)',
  't.id = (select b.task_id from batons b where b.project_id = $1 and b.holder_key = $3) and $4::int is null',
);
