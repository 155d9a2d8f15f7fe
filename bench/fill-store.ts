import type pg from 'pg';

export const TASKS_PER_PROJECT = 100;
const TOP_TASKS = 10;
const NOTES_PER_TASK = 2;

const PHRASES = [
  'the label printer refuses a parcel heavier than thirty kilograms',
  'an address without a house number is held back for a person to look at',
  'retry the courier with a growing delay, and give up after the fifth time',
  'the weight of a parcel comes from the scale, never from the form',
  'customs papers are printed twice when the parcel leaves the union',
  'a route is planned once an hour and again when a driver reports a delay',
  'signatures are stored beside the delivery, not inside it',
  'the night run sorts parcels by district before the vans are loaded',
  'a refund is started from the order and needs a second person above a limit',
  'tracking numbers are checked against the carrier before they are shown',
  'the warehouse counts shelves on Sunday, while nothing moves',
  'drivers see the next ten stops and nothing about the people behind them',
];

/** Other accounts with a project each, without a plan. */
export async function addStrangers(client: pg.ClientBase, count: number): Promise<void> {
  await client.query(
    `with stranger as (
       insert into users (id, name, email, email_verified)
       select gen_random_uuid(), 'Stranger ' || n, 'stranger-' || n || '@example.com', true from generate_series(1, $1) n
       returning id
     )
     insert into projects (id, user_id, name) select gen_random_uuid(), id, 'Parcels' from stranger`,
    [count],
  );
}

/** Gives every project without a plan one of so many tasks, with texts, notes and history. */
export async function fillProjects(client: pg.ClientBase, tasks = TASKS_PER_PROJECT): Promise<void> {
  await client.query('begin');
  await client.query(`create temporary table empty on commit drop as
    select p.id from projects p where not exists (select from task_lists l where l.project_id = p.id)`);
  await client.query(`insert into task_lists (id, project_id, name) select gen_random_uuid(), id, 'Plan' from empty`);
  await addTasks(client, 0, TOP_TASKS);
  await client.query(`insert into task_lists (id, project_id, parent_task_id, name, depth)
    select gen_random_uuid(), t.project_id, t.id, t.title, 1 from tasks t join empty e on e.id = t.project_id`);
  await addTasks(client, 1, (tasks - TOP_TASKS) / TOP_TASKS);
  // Acyclic by construction: the trigger's search for cycles among all the rows would only take time.
  await client.query('alter table task_dependencies disable trigger no_cycle');
  await client.query(`insert into task_dependencies (project_id, task_id, depends_on_id)
    select t.project_id, t.id, other.id from tasks t join empty e on e.id = t.project_id
    join tasks other on other.project_id = t.project_id and other.number = t.number - 1 and other.level = t.level
    where t.number % 5 = 0`);
  await client.query('alter table task_dependencies enable trigger no_cycle');
  await client.query(
    `insert into notes (id, project_id, task_id, type, body)
     select gen_random_uuid(), t.project_id, t.id, (array['PROGRESS', 'FINDING', 'CONTEXT'])[1 + (t.number + n) % 3],
       ${phrase('t.number * 3 + n')} || E'.\\n\\n' || ${phrase('t.number * 7 + n * 5')} || '. See src/parcels/step-' || t.number || '.ts.'
     from tasks t join empty e on e.id = t.project_id cross join generate_series(1, ${NOTES_PER_TASK}) n`,
    [PHRASES],
  );
  await client.query(
    `insert into feed_heads (scope, seq) select 'project:' || id, $1 from empty
     on conflict (scope) do update set seq = excluded.seq`,
    // The first number is taken by a project created through the API.
    [tasks + 1],
  );
  await client.query(`insert into feed (scope, seq, events, actor, task_id, at)
    select 'project:' || t.project_id, t.number + 1,
      jsonb_build_array(jsonb_build_object('type', 'task.created', 'data', jsonb_build_object('id', t.id, 'title', t.title))),
      '{"kind":"system","id":null,"name":"bench"}', t.id, now()
    from tasks t join empty e on e.id = t.project_id`);
  await client.query(`update projects set last_task_number = $1 where id in (select id from empty)`, [tasks]);
  await client.query('commit');
  // What autovacuum does within minutes of a large import.
  await client.query('vacuum analyze');
}

const phrase = (number: string) => `($1::text[])[1 + (${number}) % ${PHRASES.length}]`;

/** So many tasks in every list of a depth; below the top level one in three is done. */
function addTasks(client: pg.ClientBase, depth: number, each: number): Promise<unknown> {
  return client.query(
    `insert into tasks (id, project_id, task_list_id, number, title, description, order_in_parent, level, status, is_completed, completed_at)
     select gen_random_uuid(), row.project_id, row.list_id, row.number,
       initcap(split_part(${phrase('row.number')}, ' ', 2)) || ' step ' || row.number || ': ' || ${phrase('row.number * 5')},
       ${phrase('row.number * 11')} || '. ' || ${phrase('row.number + 4')} || '.',
       row.place * 1024, $2, case when row.is_done then 'done' else 'open' end, row.is_done, case when row.is_done then now() end
     from (
       select l.project_id, l.id as list_id, n as place, $2 > 0 and n % 3 = 0 as is_done,
         $2 * ${TOP_TASKS} + row_number() over (partition by l.project_id order by l.id, n) as number
       from task_lists l join empty e on e.id = l.project_id cross join generate_series(1, $3::int) n where l.depth = $2
     ) row`,
    [PHRASES, depth, each],
  );
}
