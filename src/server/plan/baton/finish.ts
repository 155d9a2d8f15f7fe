import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { finishTask } from '#contract/plan.ts';
import type { NamedTask } from '../require-task.ts';

/** What ends a task's work; the task is known by its id, or by its number where an agent names it. */
export type Finish = Omit<InputOf<typeof finishTask>, 'id'> & { id: Id | NamedTask };
