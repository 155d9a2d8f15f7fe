import { AppError } from '#server/platform/error.ts';
import { tryTaskRef } from '../tree/task-ref.ts';

/**
 * Which tasks a run takes: `only` names a list or a task, and what is below it counts. For a query with
 * `with recursive`: the project is $1, the name $2, the task's number $3, as `scopeValues` gives them.
 */
export const SCOPE = `named as (
    select l.id from task_lists l where l.project_id = $1 and l.deleted_at is null and lower(l.name) = lower($2::text)
  ), root as (
    select t.id from tasks t where t.project_id = $1 and t.deleted_at is null and t.number = $3
  ), below as (
    select n.id from named n
    union
    select l.id from task_lists l join root r on l.parent_task_id = r.id where l.deleted_at is null
    union
    select l.id from below b join tasks t on t.task_list_id = b.id and t.deleted_at is null
      join task_lists l on l.parent_task_id = t.id and l.deleted_at is null
  )`;

/** Whether there is what was named. */
export const IS_THERE = `exists (select from named) or exists (select from root)`;

/** Of a task `t`. */
export const IN_SCOPE = `($2::text is null or t.task_list_id in (select b.id from below b) or t.id in (select x.id from root x))`;

export const scopeValues = (only: string | undefined): [string | null, number | null] => [
  only ?? null,
  only === undefined ? null : (tryTaskRef(only)?.number ?? null),
];

export function requireThere(only: string | undefined, isThere: boolean | undefined): void {
  if (only === undefined || isThere === true) return;
  throw new AppError('VALIDATION_ERROR', `There is no list and no task called ${JSON.stringify(only)}.`, {
    issues: [{ path: 'only', message: 'must be the name of a list, or a task such as T14' }],
  });
}
