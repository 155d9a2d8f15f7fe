-- Everything an agent needs to begin a task. A function, because it asks only for what is there: in one statement every part is
-- prepared for each call, and most tasks have nothing above, below or before them. Null where there is no such task of this owner.
-- Notes: its own, then what its ancestors and the project pinned or kept as context.
create function read_brief(of_project uuid, of_user uuid, wanted_id uuid, wanted_number int, notes_max int, around_max int)
returns json stable language plpgsql as $$
declare
  it record;
  up record;
  up_id uuid;
  above uuid[] := '{}';
  ancestors json[] := '{}';
  sections json;
  waits json;
  blocks json;
  children json;
  child_count bigint := 0;
  own_notes json[] := '{}';
  above_notes json[] := '{}';
  project_notes json[] := '{}';
  note_count bigint := 0;
  has record;
begin
  if wanted_id is null then
    select t.id, t.number, t.title, t.description, t.status, t.blocked_reason, t.question, t.work, t.requirement_ids, t.prd_state, t.checks,
      t.prd_start_line, t.prd_end_line, l.name as list_name, l.operational_brief, l.parent_task_id into it
    from tasks t join task_lists l on l.id = t.task_list_id join projects p on p.id = t.project_id
    where t.project_id = of_project and t.number = wanted_number and is_live(t.deleted_at) and p.user_id = of_user and is_live(p.deleted_at);
  else
    select t.id, t.number, t.title, t.description, t.status, t.blocked_reason, t.question, t.work, t.requirement_ids, t.prd_state, t.checks,
      t.prd_start_line, t.prd_end_line, l.name as list_name, l.operational_brief, l.parent_task_id into it
    from tasks t join task_lists l on l.id = t.task_list_id join projects p on p.id = t.project_id
    where t.id = wanted_id and t.project_id = of_project and is_live(t.deleted_at) and p.user_id = of_user and is_live(p.deleted_at);
  end if;
  if it.id is null then return null; end if;

  up_id := it.parent_task_id;
  while up_id is not null loop
    select t.id, t.number, t.title, t.status, l.name as list, l.operational_brief as brief, l.parent_task_id into up
    from tasks t join task_lists l on l.id = t.task_list_id where t.id = up_id;
    above := above || up.id;
    -- From the root down.
    ancestors := json_build_object('number', up.number, 'title', up.title, 'status', up.status, 'list', up.list, 'brief', up.brief) || ancestors;
    up_id := up.parent_task_id;
  end loop;

  if it.prd_start_line is not null then
    select json_agg(json_build_object('heading', s.heading, 'start_line', s.start_line, 'end_line', s.end_line, 'body', s.body) order by s.start_line) into sections
    from prd_sections s where s.project_id = of_project and s.start_line <= it.prd_end_line and s.end_line >= it.prd_start_line;
  end if;

  -- What there is, in one statement: each more costs as much as all of these.
  select exists (select from task_dependencies d where d.task_id = it.id) as waits,
    exists (select from task_dependencies d where d.depends_on_id = it.id) as blocks,
    exists (select from task_lists l where l.parent_task_id = it.id and l.deleted_at is null) as children,
    exists (select from notes n where n.task_id = it.id) as notes,
    exists (select from notes n where n.task_id = any (above) and (n.pinned or n.type = 'CONTEXT') and is_live(n.deleted_at)) as notes_above,
    exists (select from notes n where n.project_id = of_project and n.pinned and n.deleted_at is null) as pinned,
    (select json_build_object('holder', b.holder, 'taken_at', b.taken_at, 'expires_at', b.expires_at) from batons b where b.task_id = it.id) as baton
  into has;
  if has.waits then
    select json_agg(json_build_object('number', o.number, 'title', o.title, 'status', o.status) order by o.number) into waits
    from task_dependencies d
    cross join lateral (select a.number, a.title, a.status, a.deleted_at from tasks a where a.id = d.depends_on_id offset 0) o
    where d.task_id = it.id and o.deleted_at is null;
  end if;
  if has.blocks then
    select json_agg(json_build_object('number', o.number, 'title', o.title, 'status', o.status) order by o.number) into blocks
    from (select o.number, o.title, o.status from task_dependencies d
      cross join lateral (select a.number, a.title, a.status, a.deleted_at from tasks a where a.id = d.task_id offset 0) o
      where d.depends_on_id = it.id and o.deleted_at is null order by o.number limit around_max) o;
  end if;

  if has.children then
    select json_agg(json_build_object('number', c.number, 'title', c.title, 'status', c.status)) into children
    from (select c.number, c.title, c.status from task_lists l join tasks c on c.task_list_id = l.id and c.deleted_at is null
      where l.parent_task_id = it.id and l.deleted_at is null order by c.order_in_parent limit around_max) c;
    select count(*) into child_count from task_lists l join tasks c on c.task_list_id = l.id and c.deleted_at is null
    where l.parent_task_id = it.id and l.deleted_at is null;
  end if;

  if has.notes then
    select array_agg(json_build_object('id', n.id, 'number', it.number, 'type', n.type, 'body', n.body, 'author', n.author ->> 'name', 'pinned', n.pinned,
      'created_at', n.created_at) order by n.pinned desc, n.created_at desc) into own_notes
    from (select * from notes n
      where n.task_id = it.id and is_live(n.deleted_at) and not n.is_broadcast and n.superseded_by_id is null
      order by n.pinned desc, n.created_at desc limit notes_max) n;
    select count(*) into note_count from notes n where n.task_id = it.id and is_live(n.deleted_at) and not n.is_broadcast;
  end if;
  if has.notes_above then
    select array_agg(json_build_object('id', n.id, 'number', n.number, 'type', n.type, 'body', n.body, 'author', n.author ->> 'name', 'pinned', n.pinned,
      'created_at', n.created_at) order by n.pinned desc, n.created_at desc) into above_notes
    from (select n.*, a.number from tasks a cross join lateral (
        select * from notes n where n.task_id = a.id and is_live(n.deleted_at)
          and not n.is_broadcast and n.superseded_by_id is null and (n.pinned or n.type = 'CONTEXT')
        order by n.created_at desc limit 10
      ) n where a.id = any (above) order by n.pinned desc, n.created_at desc limit 10) n;
  end if;
  if has.pinned then
    select array_agg(json_build_object('id', n.id, 'number', null, 'type', n.type, 'body', n.body, 'author', n.author ->> 'name', 'pinned', n.pinned,
      'created_at', n.created_at) order by n.created_at desc) into project_notes
    from (select * from notes n
      where n.project_id = of_project and n.pinned and n.task_id is null and n.deleted_at is null and n.superseded_by_id is null
      order by n.created_at desc limit 10) n;
  end if;

  return json_build_object(
    'id', it.id, 'number', it.number, 'title', it.title, 'description', it.description, 'status', it.status,
    'blocked_reason', it.blocked_reason, 'question', it.question, 'work', it.work, 'requirement_ids', it.requirement_ids, 'prd_state', it.prd_state,
    'checks', it.checks, 'list', json_build_object('name', it.list_name, 'brief', it.operational_brief),
    'ancestors', array_to_json(ancestors),
    'prd_lines', case when it.prd_start_line is not null then json_build_object('start', it.prd_start_line, 'end', it.prd_end_line) end,
    'sections', coalesce(sections, '[]'), 'waits_for', coalesce(waits, '[]'), 'blocks', coalesce(blocks, '[]'),
    'children', coalesce(children, '[]'), 'child_count', child_count,
    'notes', array_to_json(coalesce(own_notes, '{}') || coalesce(above_notes, '{}') || coalesce(project_notes, '{}')),
    'note_count', note_count, 'baton', has.baton);
end $$;
