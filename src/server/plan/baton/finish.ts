import type { InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { finishTask } from '#contract/plan.ts';
import type { NamedTask } from '../require-task.ts';

/** The input of a finish; the task by id, or by number where an agent names it. */
export type Finish = Omit<InputOf<typeof finishTask>, 'id'> & { id: Id | NamedTask };
