import type { Id } from '#contract/fields.ts';
import { newId } from '#server/platform/id.ts';
import { type TestUser, tokenFor } from './builders.ts';
import type { TestServer } from './harness.ts';

export interface Things {
  taskId: string;
  otherTaskId: string;
  deletedTaskId: string;
  heldTaskId: string;
  /** Token of the baton on the held task. */
  token: string;
  listId: string;
  deletedListId: string;
  noteId: string;
  deletedNoteId: string;
  checkpointId: string;
  /** A run at work, which holds nothing. */
  runId: string;
}

/** One of each resource in a project that has an endpoint. */
export async function addThings(server: TestServer, owner: TestUser, id: Id): Promise<Things> {
  const authorization = `Bearer ${await tokenFor(server, owner)}`;
  const call = async <T>(method: 'POST' | 'DELETE', url: string, payload?: object): Promise<T> => {
    const answer = await server.http.inject({ method, url, headers: { authorization }, ...(payload && { payload }) });
    if (answer.statusCode >= 300) throw new Error(`${method} ${url} answered ${answer.body}`);
    return answer.json<{ data: T }>().data;
  };
  const task = (title: string) =>
    call<{ id: string; task_list_id: string }>('POST', `/api/projects/${id}/tasks`, { title });
  const note = (body: string) => call<{ id: string }>('POST', `/api/projects/${id}/notes`, { type: 'CONTEXT', body });
  const [first, second, third, held] = [await task('One'), await task('Two'), await task('Three'), await task('Four')];
  await call('POST', `/api/tasks/${second.id}/dependencies`, { depends_on_id: held.id });
  await call('DELETE', `/api/tasks/${third.id}`);
  const { token } = await call<{ token: string }>('POST', `/api/tasks/${held.id}/claim`, {
    agent: 'another',
  });
  const list = await call<{ id: string }>('POST', `/api/projects/${id}/task-lists`, { name: 'Gone' });
  await call('DELETE', `/api/task-lists/${list.id}`);
  const [kept, gone] = [await note('Kept'), await note('Gone')];
  await call('DELETE', `/api/notes/${gone.id}`);
  const checkpoint = await call<{ id: string }>('POST', `/api/projects/${id}/checkpoints`, { name: 'Now' });
  const runId = newId();
  await call('POST', `/api/projects/${id}/runs`, {
    run_id: runId,
    host: 'laptop',
    clients: ['codex'],
    parallel: 1,
  });
  return {
    taskId: first.id,
    otherTaskId: second.id,
    deletedTaskId: third.id,
    heldTaskId: held.id,
    token,
    listId: first.task_list_id,
    deletedListId: list.id,
    noteId: kept.id,
    deletedNoteId: gone.id,
    checkpointId: checkpoint.id,
    runId,
  };
}
