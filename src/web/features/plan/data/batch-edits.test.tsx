import { defaultScheduler, notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Asked, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { buildPlanData } from '#test/web/build-plan.ts';
import { applyEvents } from '#web/lib/live/plan-cache.ts';
import type { PlanData } from '#web/lib/live/plan-data.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { sampleEvent } from '#test/web/sample-plan.ts';
import { dismissToast, listToasts, undoLastToast } from '#web/ui/toast.ts';
import { usePlan } from './use-plan.ts';
import { usePlanEdits } from './use-plan-edits.ts';

const TOOL = '/api/projects/p1/tools/plan_edit';
let cache: QueryClient;
let answer: (asked: Asked) => Response | Promise<Response>;
let server: ReturnType<typeof fakeFetch>;

beforeAll(() => notifyManager.setScheduler(queueMicrotask));
afterAll(() => notifyManager.setScheduler(defaultScheduler));
beforeEach(() => {
  cache = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const data = buildPlanData({
    lists: [
      { id: 'l1', name: 'Hull' },
      { id: 'l2', name: 'Below t2', parent_task_id: 't2', depth: 1 },
      { id: 'l3', name: 'Rig', created_at: '2026-03-02T00:00:00.000Z' },
    ],
    tasks: [
      { id: 't1', blocked_reason: 'No wood' },
      { id: 't2' },
      { id: 't3', list: 'l2', parent_task_id: 't2', level: 1 },
      { id: 't4', list: 'l3' },
      { id: 't5', list: 'l3' },
    ],
    waits: [['t5', 't4']],
  });
  cache.setQueryData(queryKeys.plan('p1'), data);
  // The feed is at this number already, unless a test says otherwise.
  answer = () => success({ text: 'Done.', data: { seq: 1 } });
  server = fakeFetch((asked) =>
    asked.path === '/api/auth/token' ? Response.json({ token: tokenFor('u1') }) : answer(asked),
  );
});
afterEach(() => {
  cleanup();
  for (const { id } of listToasts()) dismissToast(id);
});

function show() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={cache}>{children}</QueryClientProvider>
  );
  const { result } = renderHook(() => ({ plan: usePlan('p1').plan, edits: usePlanEdits('p1') }), { wrapper });
  const plan = () => result.current.plan!;
  const pick = (...ids: string[]) => ids.map((id) => plan().tasks.get(id)!);
  return { plan, pick, edits: () => result.current.edits };
}
const sent = () => server.to(TOOL).map(({ body }) => (body as { ops: unknown }).ops);
const toasts = () => listToasts().map(({ title, description }) => description ?? title);
const undo = () => act(async () => undoLastToast());

describe('an edit of several tasks', () => {
  test('is one request, shows at once, and stays shown until the feed has brought the rows', async () => {
    answer = () => success({ text: 'Done.', data: { seq: 3 } });
    const { plan, pick, edits } = show();
    let done: unknown;
    act(() => void (done = edits().finishTasks(plan(), pick('t4', 't5'))));
    const statuses = () => pick('t4', 't5').map(({ status }) => status);
    expect(statuses()).toEqual(['done', 'done']);
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect([...edits().pending]).toEqual(['t4', 't5']);
    await act(async () =>
      cache.setQueryData<PlanData>(
        queryKeys.plan('p1'),
        (data) =>
          data &&
          applyEvents(data, [
            sampleEvent(2, 'task.updated', { ...data.tasks.get('t4'), status: 'done' }),
            sampleEvent(3, 'task.updated', { ...data.tasks.get('t5'), status: 'done' }),
          ]),
      ),
    );
    await act(async () => void (await done));
    expect(statuses()).toEqual(['done', 'done']);
    expect([...edits().pending]).toEqual([]);
    expect(sent()).toEqual([
      [
        { op: 'update', id: 't4', status: 'done' },
        { op: 'update', id: 't5', status: 'done' },
      ],
    ]);
    expect(toasts()).toEqual(['2 tasks done']);
  });

  test('leaves out what is done or follows its subtasks, and Undo brings back what blocked a task', async () => {
    const { plan, pick, edits } = show();
    await act(async () => void (await edits().finishTasks(plan(), pick('t1', 't2'))));
    await undo();
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()).toEqual([
      [{ op: 'update', id: 't1', status: 'done' }],
      [{ op: 'update', id: 't1', status: 'open', blocked: 'No wood' }],
    ]);
    await act(async () => void (await edits().finishTasks(plan(), pick('t2'))));
    expect(sent()).toHaveLength(2);
    expect(toasts()[0]).toMatch(/^Nothing to finish/);
  });

  test('moves a parent with its subtasks, and Undo puts each back in its place', async () => {
    const { plan, pick, edits } = show();
    await act(async () => void (await edits().moveTasks(plan(), pick('t1', 't2', 't3'), { list: 'l3' })));
    await undo();
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()).toEqual([
      [
        { op: 'move', id: 't1', list: 'l3' },
        { op: 'move', id: 't2', list: 'l3' },
      ],
      [
        { op: 'move', id: 't1', list: 'l1', first: true },
        { op: 'move', id: 't2', list: 'l1', after: 't1' },
      ],
    ]);
    await act(async () => void (await edits().moveTasks(plan(), pick('t3'), { parent: 't5' })));
    await undo();
    await waitFor(() => expect(sent()).toHaveLength(4));
    expect(sent().slice(2)).toEqual([
      [{ op: 'move', id: 't3', parent: 't5' }],
      [{ op: 'move', id: 't3', parent: 't2', first: true }],
    ]);
  });

  test('shows moved tasks at the end of their new list, in their order', async () => {
    const late = Promise.withResolvers<Response>();
    answer = () => late.promise;
    const { plan, pick, edits } = show();
    let done: unknown;
    act(() => void (done = edits().moveTasks(plan(), pick('t1', 't2'), { list: 'l3' })));
    expect(
      plan()
        .tasksOf('l3')
        .map(({ id }) => id),
    ).toEqual(['t4', 't5', 't1', 't2']);
    expect(
      plan()
        .childrenOf('t2')
        .map(({ id }) => id),
    ).toEqual(['t3']);
    late.resolve(success({ text: '', data: { seq: 1 } }));
    await act(async () => void (await done));
  });

  test('adds only new dependencies, and Undo takes away just these', async () => {
    const { plan, pick, edits } = show();
    const [t1, t4, t5] = pick('t1', 't4', 't5') as [never, never, never];
    await act(
      async () =>
        void (await edits().dependTasks(plan(), [
          [t4, t1],
          [t5, t4],
        ])),
    );
    await undo();
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()).toEqual([[{ op: 'depend', id: 't4', on: 't1' }], [{ op: 'undepend', id: 't4', on: 't1' }]]);
    expect(toasts()).toEqual([]);
    await act(async () => void (await edits().dependTasks(plan(), [[t5, t4]])));
    expect(toasts()).toEqual(['They depend on it already']);
    expect(sent()).toHaveLength(2);
  });

  test('deletes the topmost, says what went with them, and Undo brings each back', async () => {
    const { plan, pick, edits } = show();
    const before = pick('t1', 't2');
    await act(() => edits().deleteTasks(plan(), pick('t1', 't2', 't3')));
    expect(sent()).toEqual([
      [
        { op: 'remove', id: 't1' },
        { op: 'remove', id: 't2' },
      ],
    ]);
    expect(toasts()).toEqual(['2 tasks deleted, with 1 below them']);
    answer = ({ path }) => success(before.find(({ id }) => path === `/api/tasks/${id}/undelete`));
    await undo();
    await waitFor(() => expect(server.to('/api/tasks/t2/undelete')).toHaveLength(1));
    expect(server.to('/api/tasks/t1/undelete')).toHaveLength(1);
  });

  test('that is refused takes everything back and says which task was in the way, not which op', async () => {
    const held = 'claude-code holds T5 since 14:02. Take the baton away first, or wait until it is handed back.';
    answer = () =>
      Response.json(
        {
          success: false,
          error: `ops[1] (update): ${held}`,
          errorType: 'LOCK_HELD',
          issues: [{ path: 'ops.1', message: held }],
          requestId: 'r',
        },
        { status: 409 },
      );
    const { plan, pick, edits } = show();
    await act(async () => void (await edits().finishTasks(plan(), pick('t4', 't5'))));
    expect(pick('t4', 't5').map(({ status }) => status)).toEqual(['open', 'open']);
    expect(toasts()).toEqual([`${held} None of the tasks was changed.`]);
  });
});
