import { NEEDS_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { Need } from '#contract/news.ts';
import { PARKED_REASON } from '#contract/plan-texts.ts';
import { plainLine } from '#markdown/plain-text.ts';
import type { Context } from '#server/platform/context.ts';
import { isOfPerson } from '#server/platform/db/of-person.ts';

interface NeedRow extends Omit<Need, 'at'> {
  at: Date;
  total: number;
}

/**
 * What waits for a person in all their projects: questions, blocks, then agents that stopped more than an hour ago. Nothing
 * waits for somebody who may only look.
 */
export async function listNeeds(ctx: Context, userId: Id): Promise<{ needs: Need[]; needs_total: number }> {
  const { rows } = await ctx.database.pool.query<NeedRow>({
    name: 'baton_needs',
    text: NEEDS,
    values: [userId, ctx.now(), NEEDS_MAX],
  });
  const needs = rows.map(({ at, total: _total, ...need }): Need => ({
    ...need,
    at: at.toISOString(),
    text: plainLine(need.text),
  }));
  return { needs, needs_total: rows[0]?.total ?? 0 };
}

/** The entry of the timeline tells who was blocked, and since when: the task itself changes for other reasons too. */
const NEEDS = `
  with mine as (
    select p.id, p.name, p.status = 'active' and p.read_only_at is null as is_writable
    from projects p where ${isOfPerson('p', '$1')} and p.deleted_at is null and p.status = 'active'
      and not exists (select from project_members v where v.project_id = p.id and v.user_id = $1 and v.role = 'viewer' and v.left_at is null)
  ), waiting as (
    select case when t.is_asking then 'question' else 'block' end as kind, m.id as project_id, m.name as project_name,
      t.id as task_id, t.number as task_number, t.title as task_title,
      case when t.is_asking then t.question -> 'asked_by' ->> 'name' else told.who end as by,
      case when t.is_asking then (t.question ->> 'asked_at')::timestamptz else coalesce(told.at, t.updated_at) end as at,
      coalesce(case when t.is_asking then t.question ->> 'text' else t.blocked_reason end, '') as text,
      case when t.is_asking then t.question end as question, m.is_writable
    from mine m join tasks t on t.project_id = m.id and t.deleted_at is null and t.status = 'open'
      and (t.blocked_reason is not null or t.is_asking) and t.blocked_reason is distinct from '${PARKED_REASON}'
    left join lateral (
      select e.who, e.at from timeline e where e.project_id = m.id and e.is_open and e.kind = 'blocked' and e.task_id = t.id limit 1
    ) told on true
    union all
    select 'stopped', m.id, m.name, t.id, t.number, t.title, e.who, coalesce((e.data ->> 'last_call_at')::timestamptz, e.at), '', null, m.is_writable
    from mine m join timeline e on e.project_id = m.id and e.is_open and e.kind = 'stopped' and e.at < $2::timestamptz - interval '1 hour'
    join tasks t on t.id = e.task_id and t.deleted_at is null
  )
  select *, (count(*) over ())::int as total from waiting
  order by case kind when 'question' then 0 when 'block' then 1 else 2 end, at limit $3::int`;
