import type { Need, ProjectNews } from '#contract/news.ts';
import type { ProjectHolder, ProjectSummary } from '#contract/project.ts';
import { at } from './sample-plan.ts';

// Rows for tests: each states only what matters to its case.

export const sampleHolder = (name: string, more: object = {}) =>
  ({
    name,
    task_id: `task-of-${name}`,
    task_number: 7,
    task_title: `Work of ${name}`,
    since: new Date().toISOString(),
    last_call_at: new Date().toISOString(),
    beats: [0, 1, 2],
    ...more,
  }) as ProjectHolder;

export const sampleSummary = (id: string, more: object = {}) =>
  ({
    id,
    user_id: 'u1',
    name: `Project ${id}`,
    description: null,
    status: 'active',
    read_only: false,
    role: 'owner',
    owner_name: 'Ada',
    people: 1,
    created_at: at(0),
    updated_at: at(0),
    deleted_at: null,
    taskCount: 4,
    completedTaskCount: 1,
    lastAccessed: at(0),
    lanes: [{ name: 'First', tasks: 4, done: 1, wip: 0 }],
    holders: [],
    stopped: [],
    next_task: { task_number: 2, title: 'What is next' },
    needs_you: 0,
    needs_you_first: null,
    prdWorkLines: null,
    activity: Array.from({ length: 14 }, () => 0),
    ...more,
  }) as unknown as ProjectSummary;

export const sampleNews = (projectId: string, more: Partial<ProjectNews> = {}) =>
  ({
    project_id: projectId,
    since: at(0),
    done: 0,
    handovers: 0,
    asked: 0,
    blocked: 0,
    stopped: 0,
    plan_changes: 0,
    last_handover: null,
    last_stopped: null,
    completed_at: null,
    ...more,
  }) as ProjectNews;

export const sampleNeed = (kind: Need['kind'], number: number, more: object = {}) =>
  ({
    kind,
    project_id: 'p1',
    project_name: 'Harbor API',
    task_id: `t${number}`,
    task_number: number,
    task_title: `Task ${number}`,
    by: 'codex',
    at: at(number),
    text: `Why ${number}`,
    question:
      kind === 'question'
        ? {
            id: `q${number}`,
            text: `Question ${number}?`,
            seen: '',
            options: [{ label: 'Keep' }, { label: 'Drop' }],
            asked_by: { kind: 'agent', id: null, name: 'codex' },
            asked_at: at(number),
            answer: null,
          }
        : null,
    is_writable: true,
    ...more,
  }) as unknown as Need;
