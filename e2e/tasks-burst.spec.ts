import type { Task } from '#contract/task.ts';
import { apiOf } from './support/person-api.ts';
import { addProject, addTasks } from './support/plans.ts';
import { expect, test } from './support/test.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const TASKS = 300;
const CHANGED = 100;

/**
 * One change in a single statement, so that a hundred fit into a second: the row and its event. The notification is
 * sent after it.
 */
const CHANGE = `with changed as (
  update tasks set title = $2, status = 'done', is_completed = true, completed_at = now(), updated_at = now()
  where id = $1 returning project_id
), head as (
  insert into feed_heads (scope, seq) select 'project:' || project_id, 1 from changed
  on conflict (scope) do update set seq = feed_heads.seq + 1 returning scope, seq
)
insert into feed (scope, seq, events, actor, at)
select scope, seq,
  jsonb_build_array(jsonb_build_object('type', 'task.updated', 'data', $3::jsonb || jsonb_build_object('title', $2::text))),
  '{"kind":"agent","id":null,"name":"claude-code"}', now()
from head`;

/** Recorded by the page itself, from the first change to the last. */
interface Watched {
  offsets: number[];
  selected: string[];
  tinted: string[];
  longTasks: number[];
}

test('a burst of a hundred changes moves nothing and leaves the right state', async ({
  signedIn: page,
  person,
  server,
}) => {
  const id = await addProject(server, person, 'Busy harbor');
  await addTasks(
    server,
    id,
    Array.from({ length: TASKS }, (_, i) => [`Task ${i + 1}`, 'open'] as const),
  );
  const api = await apiOf(page, server);
  const tasks = await api.send<Task[]>('GET', `/api/projects/${id}/tasks`);
  const chosen = tasks[150];
  await page.goto(`/projects/${id}/tasks?task=${chosen?.id}`);
  const row = page.locator(`[role=treeitem][data-id="${chosen?.id}"]`);
  await expect(row).toBeInViewport();
  await expect(page.getByText('Connected to real-time updates')).toBeVisible();

  const watching = await page.evaluateHandle(() => {
    const seen: Watched = { offsets: [], selected: [], tinted: [], longTasks: [] };
    const tree = document.querySelector('[role=tree]');
    const look = () => {
      seen.offsets.push(tree?.scrollTop ?? -1);
      seen.selected.push(document.querySelector('[role=treeitem][aria-selected=true]')?.getAttribute('data-id') ?? '');
      for (const each of document.querySelectorAll('[data-changed]'))
        seen.tinted.push(each.getAttribute('data-id') ?? '');
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longTasks.push(Math.round(duration));
    }).observe({ type: 'longtask' });
    return seen;
  });

  const targets = tasks.slice(100, 100 + CHANGED);
  const started = Date.now();
  for (const task of targets) {
    const now = new Date().toISOString();
    const changed = { ...task, status: 'done', is_completed: true, completed_at: now, updated_at: now };
    await server.sql(CHANGE, [task.id, `${task.title} again`, JSON.stringify(changed)]);
    await server.notify('feed', `project:${id}`);
  }
  const took = Date.now() - started;

  await expect(page.getByRole('button', { name: `Done ${CHANGED}` })).toBeVisible();
  await expect(page.getByRole('button', { name: `Open ${TASKS - CHANGED}` })).toBeVisible();
  await expect(row).toContainText('Task 151 again');
  const inView = await page
    .getByRole('treeitem')
    .evaluateAll((rows) =>
      rows.map(
        (each) =>
          [each.getAttribute('data-id') ?? '', each.querySelector('[data-part=title]')?.textContent ?? ''] as const,
      ),
    );
  const wanted = new Map(targets.map((task) => [task.id as string, `${task.title} again`]));
  const shown = inView.filter(([taskId]) => wanted.has(taskId));
  expect(shown.length).toBeGreaterThan(10);
  expect(shown).toEqual(shown.map(([taskId]) => [taskId, wanted.get(taskId)]));

  const { offsets, selected, tinted, longTasks } = await watching.jsonValue();
  expect(new Set(offsets).size, 'the tree stood still').toBe(1);
  expect(new Set(selected)).toEqual(new Set([chosen?.id]));
  expect(new Set(tinted).size, 'changed rows were tinted').toBeGreaterThan(10);
  await expect(page.locator('[data-changed]'), 'and are so for a moment only').toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`task=${chosen?.id}`));
  test.info().annotations.push({
    type: 'measured',
    description: `${CHANGED} changes in ${took} ms; ${offsets.length} frames; tasks over 50 ms: ${longTasks.join(', ') || 'none'}`,
  });
});
