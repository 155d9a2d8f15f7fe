import { getColumns } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import { type Tx, connectionOf } from '#server/platform/db/client.ts';
import { shapeOf } from '#server/platform/db/row-shape.ts';
import { batons } from '#server/platform/db/tables/index.ts';

const { isExpiryTold: _isExpiryTold, ...columns } = getColumns(batons);

export type BatonRow = Omit<typeof batons.$inferSelect, 'isExpiryTold'>;
export type HeldRow = BatonRow & { number: number };

const shape = shapeOf<BatonRow>(columns, 'b');
const READ = `select ${shape.select}, t.number from batons b join tasks t on t.id = b.task_id`;
const OF_PROJECT = `${READ} where b.project_id = $1 order by b.slot`;
const OF_TASKS_PROJECT = `${READ} where b.project_id = (select project_id from tasks where id = $1) order by b.slot`;

/** The batons of a project, by slot; the statement is in flight when this returns (pipelined). */
export async function readBatons(tx: Tx, of: { projectId: Id } | { taskId: Id }): Promise<HeldRow[]> {
  const statement =
    'projectId' in of
      ? { name: 'baton_held', text: OF_PROJECT, values: [of.projectId] }
      : { name: 'baton_held_beside', text: OF_TASKS_PROJECT, values: [of.taskId] };
  const { rows } = await connectionOf(tx).query<unknown[]>({ ...statement, rowMode: 'array' });
  return rows.flatMap((values) => {
    const row = shape.read(values, 0);
    return row === undefined ? [] : [{ ...row, number: values[shape.size] as number }];
  });
}
