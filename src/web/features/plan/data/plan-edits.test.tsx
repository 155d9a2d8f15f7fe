import { defaultScheduler, notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FeedEvent } from '#contract/events.ts';
import { type Asked, failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { applyEvents } from '#web/lib/live/plan-cache.ts';
import { planOf, type PlanData } from '#web/lib/live/plan-data.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { at, sampleBaton, sampleEvent, sampleList, samplePlan, sampleTask as task } from '#test/web/sample-plan.ts';
import { isSaving } from '#web/lib/net/saving.ts';
import { dismissToast, listToasts, undoLastToast } from '#web/ui/toast.ts';
import { usePlan } from './use-plan.ts';
import { usePlanEdits } from './use-plan-edits.ts';

let cache: QueryClient;
let answer: (asked: Asked) => Response | Promise<Response>;
let server: ReturnType<typeof fakeFetch>;
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={cache}>{children}</QueryClientProvider>
);

beforeAll(() => notifyManager.setScheduler(queueMicrotask));
afterAll(() => notifyManager.setScheduler(defaultScheduler));
beforeEach(() => {
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  cache.setQueryData(queryKeys.plan('p1'), planOf(samplePlan()));
  server = fakeFetch((asked) =>
    asked.path === '/api/auth/token' ? Response.json({ token: tokenFor('u1') }) : answer(asked),
  );
});
afterEach(() => {
  cleanup();
  for (const { id } of listToasts()) dismissToast(id);
});

function show() {
  const { result } = renderHook(() => ({ ...usePlan('p1'), edits: usePlanEdits('p1') }), { wrapper });
  const titles = () => result.current.plan?.order.map(({ title }) => title);
  return { result, titles, edits: () => result.current.edits, pending: () => [...result.current.edits.pending] };
}

const hear = (...events: FeedEvent[]) =>
  act(async () => {
    cache.setQueryData<PlanData>(queryKeys.plan('p1'), (data) => data && applyEvents(data, events));
  });
const toasts = () => listToasts().map(({ title, description }) => [title, description]);
const sent = (path: string) => server.to(path).map(({ method, body }) => [method, body]);

describe('an edit', () => {
  test('shows at once, marked as pending, and takes the server’s row when it comes', async () => {
    const late = Promise.withResolvers<Response>();
    answer = () => late.promise;
    const { titles, edits, pending } = show();
    let done: Promise<unknown> = Promise.resolve();
    act(() => void (done = edits().updateTask(task('t1'), { title: 'Mine' })));
    expect(titles()).toEqual(['Mine', 'Task t2', 'Task t3']);
    expect(pending()).toEqual(['t1']);
    late.resolve(success(task('t1', { title: 'Mine, trimmed', updated_at: at(1) })));
    await act(() => done);
    expect(titles()?.[0]).toBe('Mine, trimmed');
    expect(pending()).toEqual([]);
    expect(sent('/api/tasks/t1')).toEqual([['PATCH', { title: 'Mine', base_updated_at: at(0) }]]);
  });

  test('that fails is taken back alone: what came live meanwhile stays', async () => {
    const late = Promise.withResolvers<Response>();
    answer = () => late.promise;
    const { titles, edits, result } = show();
    let done: Promise<unknown> = Promise.resolve();
    act(() => void (done = edits().updateTask(task('t1'), { title: 'Mine' })));
    await hear(
      sampleEvent(11, 'task.updated', task('t1', { title: 'Theirs', status: 'wip', updated_at: at(1) })),
      sampleEvent(12, 'task.created', task('t4')),
    );
    expect(titles()).toEqual(['Mine', 'Task t2', 'Task t3', 'Task t4']);
    expect(result.current.plan?.tasks.get('t1')?.status).toBe('wip');
    late.resolve(
      failure(409, 'The task was changed meanwhile.', { errorType: 'CONFLICT', errorCode: 'EDIT_CONFLICT' }),
    );
    await act(() => done);
    expect(await done).toBeUndefined();
    expect(titles()).toEqual(['Theirs', 'Task t2', 'Task t3', 'Task t4']);
    expect(toasts()).toEqual([['EDIT_CONFLICT', 'The task was changed meanwhile.']]);
  });

  test('is not undone by an older event that the feed tells after the answer', async () => {
    answer = () => success(task('t1', { title: 'Mine', updated_at: at(5) }));
    const { titles, edits } = show();
    await act(() => edits().updateTask(task('t1'), { title: 'Mine' }));
    await hear(sampleEvent(11, 'task.updated', task('t1', { title: 'Older', updated_at: at(4) })));
    expect(titles()?.[0]).toBe('Mine');
  });

  test('does not put an answer over something newer that the feed told first', async () => {
    const late = Promise.withResolvers<Response>();
    answer = () => late.promise;
    const { titles, edits } = show();
    let done: Promise<unknown> = Promise.resolve();
    act(() => void (done = edits().updateTask(task('t1'), { title: 'Mine' })));
    await hear(sampleEvent(12, 'task.updated', task('t1', { title: 'Newest', updated_at: at(6) })));
    late.resolve(success(task('t1', { title: 'Mine', updated_at: at(5) })));
    await act(() => done);
    expect(titles()?.[0]).toBe('Newest');
  });

  test('of a text is based on what its writer saw, not on changes beside it', async () => {
    answer = ({ body }) => success(task('t1', { ...(body as object), updated_at: at(9) }));
    const { edits } = show();
    await hear(sampleEvent(11, 'task.updated', task('t1', { status: 'wip', updated_at: at(3) })));
    await act(() => edits().updateTask(task('t1'), { description: 'On the text I saw' }));
    await hear(sampleEvent(12, 'task.updated', task('t1', { description: 'Theirs', updated_at: at(10) })));
    await act(() => edits().updateTask(task('t1'), { description: 'On a text that is gone' }));
    await act(() => edits().updateTask(task('t1'), { status: 'done' }));
    expect(sent('/api/tasks/t1').map(([, body]) => (body as { base_updated_at?: string }).base_updated_at)).toEqual([
      at(3),
      at(0),
      undefined,
    ]);
  });

  describe('of the checks', () => {
    const builds = { text: 'Builds', met: false };
    const passes = { text: 'Passes', met: false };
    const theirs = { text: 'Passes', met: true, seen: '12 passed' };
    const seen = task('t1', { checks: [builds, passes] });
    const mine = [{ ...builds, met: true }, passes];
    const shown = (result: ReturnType<typeof show>['result']) => result.current.plan?.tasks.get('t1')?.checks;
    const put = ({ body }: Asked) => success(task('t1', { ...(body as object), updated_at: at(9) }));
    beforeEach(() => cache.setQueryData(queryKeys.plan('p1'), planOf(samplePlan({ tasks: [seen] }))));

    test('keeps what somebody else ticked meanwhile, on the screen and on the server', async () => {
      const late = Promise.withResolvers<Response>();
      answer = () => late.promise;
      const { edits, result } = show();
      await hear(sampleEvent(11, 'task.updated', { ...seen, checks: [builds, theirs], updated_at: at(3) }));
      let done: Promise<unknown> = Promise.resolve();
      act(() => void (done = edits().updateTask(seen, { checks: mine })));
      expect(shown(result)).toEqual([mine[0], theirs]);
      await waitFor(() => expect(sent('/api/tasks/t1')).toHaveLength(1));
      expect(sent('/api/tasks/t1')[0]).toEqual(['PATCH', { checks: [mine[0], theirs], base_updated_at: at(3) }]);
      late.resolve(success(task('t1', { checks: [mine[0], theirs], updated_at: at(4) })));
      await act(() => done);
    });

    test('is made once more on the newest row when the feed has not told of it yet', async () => {
      const newest = { ...seen, checks: [builds, theirs], updated_at: at(3) };
      answer = (asked) => {
        if (asked.path.includes('/plan/texts')) return success({ tasks: [newest], task_lists: [] });
        return (asked.body as { base_updated_at?: string }).base_updated_at === at(3)
          ? put(asked)
          : failure(409, 'Changed.', { errorType: 'CONFLICT', errorCode: 'EDIT_CONFLICT' });
      };
      const { edits, result } = show();
      await act(() => edits().updateTask(seen, { checks: mine }));
      expect(sent('/api/tasks/t1')).toEqual([
        ['PATCH', { checks: mine, base_updated_at: at(0) }],
        ['PATCH', { checks: [mine[0], theirs], base_updated_at: at(3) }],
      ]);
      expect(shown(result)).toEqual([mine[0], theirs]);
      expect(toasts()).toEqual([]);
    });

    test('is refused when the check it changes is not there any more', async () => {
      answer = put;
      const { edits, result } = show();
      await hear(sampleEvent(11, 'task.updated', { ...seen, checks: [passes], updated_at: at(3) }));
      expect(await act(() => edits().updateTask(seen, { checks: mine }))).toBeUndefined();
      expect(sent('/api/tasks/t1')).toEqual([]);
      expect(toasts().map(([title]) => title)).toEqual(['EDIT_CONFLICT']);
      expect(shown(result)).toEqual([passes]);
    });
  });

  test('waits for the one before it on the same row', async () => {
    const first = Promise.withResolvers<Response>();
    let calls = 0;
    answer = ({ body }) => {
      calls += 1;
      return calls === 1 ? first.promise : success(task('t1', { ...(body as object), updated_at: at(2) }));
    };
    const { edits, titles, result } = show();
    const running: Promise<unknown>[] = [];
    act(() => void running.push(edits().updateTask(task('t1'), { title: 'One' })));
    const shown = result.current.plan?.tasks.get('t1') ?? task('t1');
    act(() => void running.push(edits().updateTask(shown, { title: 'Two' })));
    expect(titles()?.[0]).toBe('Two');
    await waitFor(() => expect(calls).toBe(1));
    first.resolve(success(task('t1', { title: 'One', updated_at: at(1) })));
    await act(() => Promise.all(running));
    expect(sent('/api/tasks/t1')[1]).toEqual(['PATCH', { title: 'Two', base_updated_at: at(1) }]);
    expect(titles()?.[0]).toBe('Two');
  });
});

describe('a new task', () => {
  test('stands in its place before the server has answered, and another can follow it at once', async () => {
    const first = Promise.withResolvers<Response>();
    const made = [first.promise, Promise.resolve(success(task('t9', { title: 'B', order_in_parent: 1_792 }), 201))];
    answer = () => made.shift() ?? failure(500, 'too many');
    const { edits, titles, result } = show();
    const running: Promise<unknown>[] = [];
    act(() => void running.push(edits().createTask({ title: 'A', taskListId: 'l1', afterTaskId: 't1' })));
    expect(titles()).toEqual(['Task t1', 'A', 'Task t2', 'Task t3']);
    const draft = result.current.plan?.order[1]?.id ?? '';
    act(() => void running.push(edits().createTask({ title: 'B', taskListId: 'l1', afterTaskId: draft })));
    expect(titles()).toEqual(['Task t1', 'A', 'B', 'Task t2', 'Task t3']);
    first.resolve(success(task('t8', { title: 'A', order_in_parent: 1_536 }), 201));
    await act(() => Promise.all(running));
    expect(titles()).toEqual(['Task t1', 'A', 'B', 'Task t2', 'Task t3']);
    expect(sent('/api/projects/p1/tasks')).toEqual([
      ['POST', { title: 'A', task_list_id: 'l1', after_task_id: 't1' }],
      ['POST', { title: 'B', task_list_id: 'l1', after_task_id: 't8' }],
    ]);
  });

  test('below a task without a list is seen before and after the feed tells of the list', async () => {
    const below = { task_list_id: 'l2', parent_task_id: 't1', task_list_depth: 1, level: 1 };
    answer = () => success(task('t4', { title: 'Child', ...below }), 201);
    const { edits, result } = show();
    await act(() => edits().createTask({ title: 'Child', parentTaskId: 't1' }));
    expect(result.current.plan?.childrenOf('t1').map(({ id }) => id)).toEqual(['t4']);
    await hear(
      sampleEvent(11, 'task_list.created', sampleList('l2', { parent_task_id: 't1', name: 'Named', depth: 1 })),
    );
    expect(result.current.plan?.childListOf('t1')?.name).toBe('Named');
  });
});

describe('on a slow line', () => {
  /** Holds every response back until the test releases it. */
  function holdAnswers() {
    const asked: { asked: Asked; let: (answer: Response) => void }[] = [];
    answer = (request) => {
      const late = Promise.withResolvers<Response>();
      asked.push({ asked: request, let: late.resolve });
      return late.promise;
    };
    const next = async (path: string) => {
      await waitFor(() => expect(asked.some((each) => each.asked.path === path)).toBe(true));
      return asked.splice(
        asked.findIndex((each) => each.asked.path === path),
        1,
      )[0];
    };
    return {
      waiting: () => asked.map((each) => each.asked.path),
      let: async (path: string, given: Response) => {
        const held = await next(path);
        await act(async () => held?.let(given));
      },
    };
  }
  const run = <T,>(work: () => Promise<T>) => {
    let running: Promise<T> | undefined;
    act(() => void (running = work()));
    return running;
  };

  test('a new task that was moved before it was answered stays where it was put, and its edits stay in order', async () => {
    const held = holdAnswers();
    const { edits, titles, pending, result } = show();
    void run(() => edits().createTask({ title: 'New', id: 'new:a', taskListId: 'l1', afterTaskId: 't3' }));
    const draft = result.current.plan?.tasks.get('new:a') ?? task('t9');
    void run(() => edits().moveTask(draft, { taskListId: 'l1', afterTaskId: null }));
    await held.let('/api/projects/p1/tasks', success(task('t9', { title: 'New', order_in_parent: 9_000 }), 201));
    expect(titles()).toEqual(['New', 'Task t1', 'Task t2', 'Task t3']);
    expect(pending(), 'under the name it has now').toEqual(['t9']);
    const shown = result.current.plan?.tasks.get('t9') ?? task('t9');
    void run(() => edits().deleteTask(shown));
    expect(titles()).toEqual(['Task t1', 'Task t2', 'Task t3']);
    await waitFor(() => expect(held.waiting()).toEqual(['/api/tasks/t9/move']));
    await held.let('/api/tasks/t9/move', success(task('t9', { title: 'New', order_in_parent: 0, updated_at: at(1) })));
    await held.let('/api/tasks/t9', success({ deleted: 1, checkpoint_id: null }));
    await waitFor(() => expect(pending()).toEqual([]));
    expect(titles()).toEqual(['Task t1', 'Task t2', 'Task t3']);
  });

  test('moves of several rows are sent in the order they were made', async () => {
    const held = holdAnswers();
    const { edits, titles, result } = show();
    void run(() => edits().moveTask(task('t3'), { taskListId: 'l1', afterTaskId: 't1' }));
    void run(() =>
      edits().moveTask(result.current.plan?.tasks.get('t2') ?? task('t2'), { taskListId: 'l1', afterTaskId: 't1' }),
    );
    expect(titles()).toEqual(['Task t1', 'Task t2', 'Task t3']);
    await waitFor(() => expect(held.waiting()).toEqual(['/api/tasks/t3/move']));
    await held.let('/api/tasks/t3/move', success(task('t3', { updated_at: at(1) })));
    await waitFor(() => expect(held.waiting()).toEqual(['/api/tasks/t2/move']));
    await held.let('/api/tasks/t2/move', success(task('t2', { updated_at: at(2) })));
  });

  test('a deletion waits for what was changed before it, and other rows wait for nobody', async () => {
    const held = holdAnswers();
    const { edits } = show();
    void run(() => edits().updateTask(task('t2'), { title: 'Below' }));
    void run(() => edits().updateTask(task('t3'), { title: 'Beside' }));
    void run(() => edits().deleteTask(task('t1')));
    await waitFor(() => expect(held.waiting()).toEqual(['/api/tasks/t2', '/api/tasks/t3']));
    await held.let('/api/tasks/t3', success(task('t3', { title: 'Beside', updated_at: at(1) })));
    await held.let('/api/tasks/t2', success(task('t2', { title: 'Below', updated_at: at(1) })));
    await waitFor(() => expect(held.waiting()).toEqual(['/api/tasks/t1']));
    await held.let('/api/tasks/t1', success({ deleted: 1, checkpoint_id: null }));
  });

  test('a task goes into a list that is not answered yet, and beside the first one below a task', async () => {
    const held = holdAnswers();
    const { edits, result } = show();
    void run(() => edits().createList('Later', 'new:list'));
    void run(() => edits().createTask({ title: 'First of it', taskListId: 'new:list' }));
    await held.let('/api/projects/p1/task-lists', success(sampleList('l7', { name: 'Later' }), 201));
    const inList = task('t7', { title: 'First of it', task_list_id: 'l7' });
    await held.let('/api/projects/p1/tasks', success(inList, 201));
    expect(result.current.plan?.tasksOf('l7').map(({ title }) => title)).toEqual(['First of it']);

    void run(() => edits().createTask({ title: 'Child', id: 'new:child', parentTaskId: 't1' }));
    const made = result.current.plan?.tasks.get('new:child')?.task_list_id ?? '';
    void run(() => edits().createTask({ title: 'Second', taskListId: made, afterTaskId: 'new:child' }));
    const below = { task_list_id: 'l8', parent_task_id: 't1', task_list_depth: 1, level: 1 };
    await held.let('/api/projects/p1/tasks', success(task('t8', { title: 'Child', ...below }), 201));
    const children = () => result.current.plan?.childrenOf('t1').map(({ title }) => title);
    expect(children()).toEqual(['Child', 'Second']);
    await held.let('/api/projects/p1/tasks', success(task('t9', { title: 'Second', ...below }), 201));
    expect(children()).toEqual(['Child', 'Second']);
    expect(sent('/api/projects/p1/tasks').map(([, body]) => body)).toEqual([
      { title: 'First of it', task_list_id: 'l7' },
      { title: 'Child', parent_task_id: 't1' },
      { title: 'Second', task_list_id: 'l8', after_task_id: 't8' },
    ]);
  });

  test('whoever leaves the page is asked until everything is answered', async () => {
    const held = holdAnswers();
    const { edits } = show();
    const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect([isSaving(), isAsked()]).toEqual([false, false]);
    void run(() => edits().updateTask(task('t1'), { title: 'One' }));
    void run(() => edits().updateTask(task('t1'), { title: 'Two' }));
    expect([isSaving(), isAsked()]).toEqual([true, true]);
    await held.let('/api/tasks/t1', success(task('t1', { title: 'One', updated_at: at(1) })));
    expect([isSaving(), isAsked()], 'one is still to be sent').toEqual([true, true]);
    await held.let('/api/tasks/t1', failure(500, 'Broken'));
    await waitFor(() => expect([isSaving(), isAsked()]).toEqual([false, false]));
  });
});

test('a moved task stands between its new neighbours at once, and goes back when it is refused', async () => {
  const late = Promise.withResolvers<Response>();
  answer = () => late.promise;
  const { edits, titles } = show();
  let done: Promise<unknown> = Promise.resolve();
  act(() => void (done = edits().moveTask(task('t3'), { afterTaskId: null })));
  expect(titles()).toEqual(['Task t3', 'Task t1', 'Task t2']);
  late.resolve(failure(500, 'Broken'));
  await act(() => done);
  expect(titles()).toEqual(['Task t1', 'Task t2', 'Task t3']);
  expect(sent('/api/tasks/t3/move')).toEqual([['POST', { task_list_id: 'l1', after_task_id: null }]]);
});

test('a deleted task goes with what is below it, and Undo brings it back', async () => {
  answer = ({ method }) =>
    method === 'DELETE' ? success({ deleted: 3, checkpoint_id: null }) : success(task('t1', { updated_at: at(7) }));
  const { edits, titles } = show();
  await act(() => edits().deleteTask(task('t1')));
  expect(titles()).toEqual(['Task t2', 'Task t3']);
  expect(toasts()).toEqual([['Task deleted, with 2 subtasks', 'Task t1']]);
  act(() => undoLastToast());
  await waitFor(() => expect(server.to('/api/tasks/t1/undelete')).toHaveLength(1));
  // The feed delivers the deletion only after the undo was sent.
  await hear(sampleEvent(11, 'task.deleted', task('t1', { deleted_at: at(6), updated_at: at(6) })));
  expect(titles()).toEqual(['Task t1', 'Task t2', 'Task t3']);
});

test('a refused dependency is told in the server’s words', async () => {
  answer = () => failure(409, 'T1 waits for T2 already.', { errorCode: 'DEPENDENCY_CYCLE' });
  const { edits, result } = show();
  await act(() => edits().addDependency(task('t2'), 't1'));
  expect(result.current.plan?.blockedBy('t2')).toEqual([]);
  expect(toasts()).toEqual([['DEPENDENCY_CYCLE', 'T1 waits for T2 already.']]);
});

describe('taking the baton away', () => {
  const batons = () => cache.getQueryData<PlanData>(queryKeys.plan('p1'))?.batons.size;
  beforeEach(() => cache.setQueryData(queryKeys.plan('p1'), planOf(samplePlan({ batons: [sampleBaton('t1')] }))));

  test('is shown when it has happened, and sends the reason', async () => {
    const late = Promise.withResolvers<Response>();
    answer = () => late.promise;
    const { edits, result } = show();
    let done: Promise<boolean> = Promise.resolve(false);
    act(() => void (done = edits().takeBatonAway(task('t1'), 'Wrong branch')));
    expect(result.current.plan?.batons).toHaveLength(1);
    late.resolve(success(task('t1', { updated_at: at(1) })));
    expect(await act(() => done)).toBe(true);
    expect([result.current.plan?.batons, batons()]).toEqual([[], 0]);
    expect(sent('/api/tasks/t1/release')).toEqual([['POST', { reason: 'Wrong branch' }]]);
  });

  test('that is refused changes nothing, and says so', async () => {
    answer = () => failure(409, 'Nobody holds T1.');
    const { edits } = show();
    expect(await act(() => edits().takeBatonAway(task('t1'), ''))).toBe(false);
    expect(batons()).toBe(1);
    expect(toasts()[0]?.[1]).toBe('Nobody holds T1.');
  });
});

test('a block is lifted at once, and is back when the server refuses', async () => {
  const blocked = task('t1', { blocked_reason: 'No network.' });
  cache.setQueryData(queryKeys.plan('p1'), planOf(samplePlan({ tasks: [blocked] })));
  const late = Promise.withResolvers<Response>();
  answer = () => late.promise;
  const { edits, result } = show();
  const shown = () => result.current.plan?.tasks.get('t1')?.blocked_reason;
  expect(result.current.plan?.isReady('t1')).toBe(false);
  let done: Promise<unknown> = Promise.resolve();
  act(() => void (done = edits().updateTask(blocked, { blocked_reason: null })));
  expect([shown(), result.current.plan?.isReady('t1')]).toEqual([null, true]);
  late.resolve(failure(500, 'Not now.'));
  await act(() => done);
  expect(shown()).toBe('No network.');
  expect(sent('/api/tasks/t1')).toEqual([['PATCH', { blocked_reason: null }]]);
});

test('a plan that is not this person’s any more is not shown', async () => {
  answer = () => failure(404, 'The project was not found.');
  const { result } = show();
  expect(result.current.plan).toBeDefined();
  act(() => result.current.refetch());
  await waitFor(() => expect(result.current.error).toMatchObject({ status: 404 }));
  expect(result.current.plan).toBeUndefined();
});
