import type { Task } from '#contract/task.ts';
import type { PlanEditor } from '#web/lib/live/plan-editor.ts';
import { asId, type Place, placeTask } from './place-task.ts';

interface Draft {
  id: string;
  at: string;
  title: string;
  description: string;
  place: Place;
}

/** Placeholder of an optimistic insert. Its number is predicted, wrong only if somebody else adds a task too. */
export function draftTask(plan: PlanEditor, { id, at, title, description, place }: Draft): Task {
  let number = 0;
  for (const task of plan.tasks.values()) number = Math.max(number, task.number);
  return {
    id: asId(id),
    number: number + 1,
    project_id: plan.project.id,
    title,
    description,
    checks: [],
    prd_lines: null,
    status: 'open',
    is_completed: false,
    completed_at: null,
    agent_lock: null,
    blocked_reason: null,
    question: null,
    work: null,
    requirement_ids: [],
    is_enabler: false,
    prd_state: null,
    created_at: at,
    updated_at: at,
    deleted_at: null,
    ...placeTask(plan, place, id, at),
  };
}
