import { newId } from '#server/platform/id.ts';
import type { Instance } from './instance.ts';
import type { Person } from './people.ts';

type Status = 'open' | 'wip' | 'done';

/** A project inserted directly into the tables, without a limit and without events. */
export async function addProject(
  { sql }: Instance,
  { id: userId }: Person,
  name: string,
  { description = null, status = 'active' }: { description?: string | null; status?: 'active' | 'archived' } = {},
): Promise<string> {
  const id = newId();
  const values = [id, userId, name, description, status];
  await sql('insert into projects (id, user_id, name, description, status) values ($1, $2, $3, $4, $5)', values);
  return id;
}

/** Tasks of one root list, in this order. */
export async function addTasks(
  server: Instance,
  projectId: string,
  tasks: readonly (readonly [title: string, status: Status])[],
): Promise<void> {
  await addPlan(server, projectId, { Foundations: tasks.map(([title, status]) => ({ title, status })) });
}

interface SeedTask {
  title: string;
  status?: Status;
  below?: readonly SeedTask[];
}

const BRIEF = 'What comes first.';

/** Root lists with their tasks, numbered from the top. Returns ids by name. */
export async function addPlan(
  { sql }: Instance,
  projectId: string,
  lists: Record<string, readonly SeedTask[]>,
): Promise<(name: string) => string> {
  const ids = new Map<string, string>();
  let number = 0;
  const addList = async (name: string, tasks: readonly SeedTask[], parentId: string | null, depth: number) => {
    const listId = newId();
    if (depth === 0) ids.set(name, listId);
    await sql(
      `insert into task_lists (id, project_id, name, operational_brief, parent_task_id, depth)
       values ($1, $2, $3, $4, $5, $6)`,
      [listId, projectId, name, BRIEF, parentId, depth],
    );
    for (const [order, { title, status = 'open', below = [] }] of tasks.entries()) {
      const id = newId();
      ids.set(title, id);
      number += 1;
      await sql(
        `insert into tasks (id, project_id, task_list_id, number, title, status, order_in_parent, level, is_completed, completed_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $9 then now() end)`,
        [id, projectId, listId, number, title, status, order * 1024, depth, status === 'done'],
      );
      if (below.length > 0) await addList(title, below, id, depth + 1);
    }
  };
  for (const [name, tasks] of Object.entries(lists)) await addList(name, tasks, null, 0);
  await sql('update projects set last_task_number = $2 where id = $1', [projectId, number]);
  return (name) => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`nothing in the plan is called ${name}`);
    return id;
  };
}

/** 20 lists of 20 branches of 24 steps: "Step 5000" is T5000, and the last step of each branch is done. */
export async function addLargePlan({ sql }: Instance, projectId: string): Promise<void> {
  // Deterministic ids: a parent's id follows from its number.
  const id = (name: string) =>
    `overlay(overlay(md5($1::uuid::text || ${name}) placing '7' from 13) placing '8' from 17)::uuid`;
  const branches = 'generate_series(0, 19) l, generate_series(0, 19) p';
  const branch = '(l * 20 + p)';
  await sql('update system_settings set max_tasks_per_project = 20000');
  await sql(
    `insert into task_lists (id, project_id, name, depth, created_at)
     select ${id(`'list' || l`)}, $1::uuid, 'List ' || l + 1, 0, now() + l * interval '1 ms' from generate_series(0, 19) l`,
    [projectId],
  );
  await sql(
    `insert into tasks (id, project_id, task_list_id, number, title, order_in_parent, level)
     select ${id(`'branch' || ${branch}`)}, $1::uuid, ${id(`'list' || l`)}, ${branch} * 25 + 1,
            'Branch ' || l + 1 || '.' || p + 1, p * 1024, 0 from ${branches}`,
    [projectId],
  );
  await sql(
    `insert into task_lists (id, project_id, name, depth, parent_task_id)
     select ${id(`'below' || ${branch}`)}, $1::uuid, 'Branch ' || l + 1 || '.' || p + 1, 1, ${id(`'branch' || ${branch}`)}
     from ${branches}`,
    [projectId],
  );
  await sql(
    `insert into tasks (id, project_id, task_list_id, number, title, status, order_in_parent, level, is_completed, completed_at)
     select ${id(`'step' || ${branch} * 25 + c + 1`)}, $1::uuid, ${id(`'below' || ${branch}`)}, ${branch} * 25 + c + 1,
            'Step ' || ${branch} * 25 + c + 1, case when c = 24 then 'done' else 'open' end, c * 1024, 1,
            c = 24, case when c = 24 then now() end
     from ${branches}, generate_series(1, 24) c`,
    [projectId],
  );
  await sql('update projects set last_task_number = 10000 where id = $1', [projectId]);
}

export async function addNote(
  { sql }: Instance,
  projectId: string,
  { taskId = null, type = 'PROGRESS', body }: { taskId?: string | null; type?: string; body: string },
): Promise<string> {
  const id = newId();
  const values = [id, projectId, taskId, type, body];
  await sql('insert into notes (id, project_id, task_id, type, body) values ($1, $2, $3, $4, $5)', values);
  return id;
}

/** A held baton, with a call a moment ago. */
export async function giveBaton({ sql }: Instance, projectId: string, taskId: string, agent: string): Promise<void> {
  await sql(
    `insert into batons (project_id, slot, task_id, holder, holder_key, client_key, fence, taken_at, last_call_at, expires_at, beats)
     values ($1, 1, $2, $3, $4, $4, 1, now(), now(), now() + interval '1 hour', array_fill(0, array[24]))`,
    [projectId, taskId, JSON.stringify({ kind: 'agent', id: null, name: agent }), `agent::${agent}`],
  );
  await sql(`update tasks set status = 'wip', agent_lock = now() where id = $1`, [taskId]);
}
