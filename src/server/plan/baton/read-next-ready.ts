import type { Id } from '#contract/fields.ts';
import { type Tx, connectionOf } from '#server/platform/db/client.ts';
import type { BriefTask } from './read-brief.ts';

/** The first task in tree order that can be claimed now. */
export async function readNextReady(tx: Tx, projectId: Id): Promise<(BriefTask & { list: string }) | null> {
  const { rows } = await connectionOf(tx).query<BriefTask & { list: string }>({
    name: 'baton_next',
    text: NEXT,
    values: [projectId],
  });
  return rows[0] ?? null;
}

const NEXT = `
  select t.number, t.title, t.status, l.name as list
  from tasks t join task_lists l on l.id = t.task_list_id where t.id = next_ready($1)`;
