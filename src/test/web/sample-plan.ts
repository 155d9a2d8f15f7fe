import type { FeedEvent } from '#contract/events.ts';
import type { Note } from '#contract/note.ts';
import type { Baton, Plan } from '#contract/plan.ts';
import type { Task, TaskList } from '#contract/task.ts';

// Rows for tests: each states only what matters to its case.

export const at = (minute: number) => `2026-03-01T10:${String(minute).padStart(2, '0')}:00.000Z`;

export const sampleTask = (id: string, more: object = {}) =>
  ({
    id,
    number: Number(id.replaceAll(/\D/g, '') || 0),
    project_id: 'p1',
    parent_task_id: null,
    task_list_id: 'l1',
    task_list_name: 'First list',
    task_list_depth: 0,
    title: `Task ${id}`,
    description: '',
    checks: [],
    prd_lines: null,
    status: 'open',
    order_in_parent: Number(id.replaceAll(/\D/g, '') || 0) * 1_024,
    level: 0,
    is_completed: false,
    completed_at: null,
    agent_lock: null,
    blocked_reason: null,
    question: null,
    work: null,
    requirement_ids: [],
    is_enabler: false,
    prd_state: null,
    created_at: at(0),
    updated_at: at(0),
    deleted_at: null,
    ...more,
  }) as unknown as Task;

export const sampleList = (id: string, more: object = {}) =>
  ({
    id,
    project_id: 'p1',
    parent_task_id: null,
    parent_task: null,
    name: 'First list',
    operational_brief: '',
    depth: 0,
    task_count: 0,
    created_at: at(0),
    updated_at: at(0),
    deleted_at: null,
    ...more,
  }) as unknown as TaskList;

export const sampleBaton = (taskId: string, more: object = {}) =>
  ({
    project_id: 'p1',
    task_id: taskId,
    slot: 1,
    holder: { kind: 'agent', id: null, name: 'agent-1' },
    fence: 1,
    taken_at: at(0),
    last_call_at: at(0),
    expires_at: at(30),
    call_count: 1,
    beats: [],
    ...more,
  }) as unknown as Baton;

export const sampleNote = (id: string, more: object = {}) =>
  ({ id, project_id: 'p1', task_id: 't1', type: 'PROGRESS', body: id, deleted_at: null, ...more }) as unknown as Note;

export const samplePlan = (more: Partial<Plan> = {}): Plan => ({
  project: {
    id: 'p1',
    role: 'owner',
    name: 'Sample',
    deleted_at: null,
    prdWorkLines: null,
  } as unknown as Plan['project'],
  task_lists: [sampleList('l1')],
  tasks: [sampleTask('t1'), sampleTask('t2'), sampleTask('t3')],
  dependencies: [],
  batons: [],
  note_counts: [],
  counts: { tasks: 3, open: 3, wip: 0, done: 0 },
  seq: 10,
  ...more,
});

export const sampleEvent = (seq: number, type: FeedEvent['type'], data: object) =>
  ({ seq, type, data, actor: { kind: 'agent', id: null, name: 'agent-1' }, created_at: at(1) }) as unknown as FeedEvent;
