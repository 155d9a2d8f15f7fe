import { PARKED_REASON } from '#contract/plan-texts.ts';
import type { Id } from '#contract/fields.ts';
import { type Tx, connectionOf } from '#server/platform/db/client.ts';

interface Waiting {
  number: number;
  ahead: number[];
}
interface Row {
  stopped: number;
  waiting: Waiting[];
}

const SHOWN = 3;

/** Why nothing is ready, in plain words: what waits for what, first what waits for tasks at work. */
export async function sayWaiting(tx: Tx, projectId: Id, only?: string): Promise<string> {
  const { rows } = await connectionOf(tx).query<Row>({
    name: 'relay_waiting',
    text: WAITING,
    values: [projectId, SHOWN],
  });
  const { stopped = 0, waiting = [] } = rows[0] ?? {};
  const said = waiting.map(({ number, ahead }, place) => {
    const names = ahead.slice(0, SHOWN).map((each) => `T${each}`);
    const more = ahead.length > SHOWN ? ` and ${ahead.length - SHOWN} more` : '';
    return `T${number}${place === 0 ? ' waits' : ''} for ${names.join(', ')}${more}`;
  });
  if (stopped > 0) said.push(`${stopped} ${stopped === 1 ? 'needs' : 'need'} a person`);
  const where = only === undefined ? 'nothing ready' : `nothing ready in ${only}`;
  return said.length === 0 ? where : `${where}: ${said.join(', ')}`;
}

/** From the batons on where any is held, so that the cost does not grow with the plan: those tasks are waited for. */
const WAITING = `
  with ahead as (
    select b.task_id as id from batons b where b.project_id = $1
  ), next as (
    (select d.task_id as id from ahead h join task_dependencies d on d.depends_on_id = h.id
      join tasks t on t.id = d.task_id and t.deleted_at is null and t.status = 'open' limit 100)
    union
    (select d.task_id from task_dependencies d join tasks t on t.id = d.task_id and t.deleted_at is null and t.status = 'open'
      join tasks a on a.id = d.depends_on_id and a.deleted_at is null and a.status <> 'done'
      where d.project_id = $1 and not exists (select from ahead) limit 100)
  )
  select (select count(*)::int from (
      select from tasks t where t.project_id = $1 and t.deleted_at is null and (t.blocked_reason is not null or t.is_asking)
        and t.blocked_reason is distinct from '${PARKED_REASON}' and t.status = 'open' limit 100) s) as stopped,
    (select coalesce(json_agg(w order by w.number), '[]') from (
      select t.number, array_agg(a.number order by a.number) as ahead
      from next n join tasks t on t.id = n.id join task_dependencies d on d.task_id = t.id
        join tasks a on a.id = d.depends_on_id and a.deleted_at is null and a.status <> 'done'
      group by t.id order by t.number limit $2
    ) w) as waiting`;
