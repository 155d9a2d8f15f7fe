import type { Page } from '@playwright/test';
import type { Note, NoteType } from '#contract/note.ts';
import type { Baton } from '#contract/plan.ts';
import type { Task, TaskList } from '#contract/task.ts';
import type { Instance } from './instance.ts';
import type { Person } from './people.ts';
import { type PersonApi, apiOf } from './person-api.ts';
import { addProject } from './plans.ts';

export const HOLDER = 'claude-code';
const LONG_NAME = 'Rate limiting engine';

/** A plan of five lists and eleven tasks, one level deep, without a held baton. */
export interface Harbor {
  id: string;
  at: string;
  api: PersonApi;
  task(title: string): Task;
  /** Claims as an agent of this name; returns the token. */
  claim(title: string, agent?: string): Promise<Baton & { token: string }>;
  /** Finishes a task as its holder. */
  finish(title: string, token: string, outcome: object): Promise<Task>;
  note(type: NoteType, body: string, title?: string): Promise<Note>;
}

const ROOTS: Record<string, readonly string[]> = {
  Foundations: ['Lay the keel', 'Wire the settings'],
  Metering: ['Count calls'],
  [LONG_NAME]: ['Token bucket', 'Burst window'],
  Billing: ['Write invoices'],
  Rollout: ['Beta with three users', 'Open the gates'],
};
const BELOW = ['Count per key', 'Clock-skew guard', 'Flush counters'];
const DONE = ['Lay the keel', 'Wire the settings', 'Count per key'];

/** Created through the API, so that counts, levels and completions are the product's own. */
export async function addHarbor(page: Page, server: Instance, person: Person): Promise<Harbor> {
  const id = await addProject(server, person, 'Harbor API', { description: 'Rate limits and usage metering.' });
  const api = await apiOf(page, server);
  const tasks = new Map<string, Task>();
  const keep = (task: Task) => tasks.set(task.title, task);
  for (const [name, titles] of Object.entries(ROOTS)) {
    const list = await api.send<TaskList>('POST', `/api/projects/${id}/task-lists`, {
      name,
      operational_brief: `What holds for all of ${name}.`,
    });
    for (const title of titles)
      keep(await api.send<Task>('POST', `/api/projects/${id}/tasks`, { title, task_list_id: list.id }));
  }
  const harbor: Harbor = {
    id,
    at: `/projects/${id}/tasks`,
    api,
    task: (title) => found(tasks, title),
    claim: async (title, agent = HOLDER) => {
      const address = `/api/tasks/${found(tasks, title).id}/claim`;
      const { baton, token } = await api.send<{ baton: Baton; token: string }>('POST', address, { agent });
      return { ...baton, token };
    },
    finish: async (title, token, outcome) => {
      const address = `/api/tasks/${found(tasks, title).id}/finish`;
      return (await api.send<{ task: Task }>('POST', address, { baton: token, ...outcome })).task;
    },
    note: (type, body, title) =>
      api.send('POST', `/api/projects/${id}/notes`, {
        type,
        body,
        ...(title !== undefined && { task_id: found(tasks, title).id }),
      }),
  };
  const parent = harbor.task('Count calls');
  const below = await api.send<{ tasks: Task[] }>('POST', `/api/tasks/${parent.id}/break-down`, {
    operational_brief: 'Counters must survive a restart.',
    tasks: BELOW.map((title) => ({ title })),
  });
  for (const task of below.tasks) keep(task);
  const guard = harbor.task('Clock-skew guard');
  await api.send('PATCH', `/api/tasks/${guard.id}`, {
    description: 'Reject counters from a clock that runs **ahead**.\n\n```ts\nconst limit = 5_000;\n```',
    checks: [
      { text: 'A clock five seconds ahead is refused', met: true },
      { text: 'A clock one second ahead is not', met: false },
    ],
  });
  const blocked = harbor.task('Token bucket');
  await api.send('POST', `/api/tasks/${blocked.id}/dependencies`, { depends_on_id: guard.id });
  for (const title of DONE) await api.send('PATCH', `/api/tasks/${harbor.task(title).id}`, { status: 'done' });
  return harbor;
}

function found(kept: ReadonlyMap<string, Task>, name: string): Task {
  const value = kept.get(name);
  if (value === undefined) throw new Error(`the plan has no "${name}"`);
  return value;
}
