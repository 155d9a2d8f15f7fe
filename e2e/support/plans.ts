import { newId } from '#server/platform/id.ts';
import type { Instance } from './instance.ts';
import type { Person } from './people.ts';

/** A project written straight to the tables, past the plan's limit and unknown to open pages. */
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
  { sql }: Instance,
  projectId: string,
  tasks: readonly (readonly [title: string, status: 'open' | 'wip' | 'done'])[],
): Promise<void> {
  const listId = newId();
  await sql(
    `insert into task_lists (id, project_id, name, operational_brief) values ($1, $2, 'Foundations', 'What comes first.')`,
    [listId, projectId],
  );
  for (const [order, [title, status]] of tasks.entries()) {
    await sql(
      'insert into tasks (id, project_id, task_list_id, title, status, order_in_parent, is_completed) values ($1, $2, $3, $4, $5, $6, $7)',
      [newId(), projectId, listId, title, status, order, status === 'done'],
    );
  }
}
