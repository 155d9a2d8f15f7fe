import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, test } from 'vitest';
import { sampleSummary } from '#test/web/sample-projects.ts';
import { LockNotice, lockOf } from './locked-project.tsx';

afterEach(cleanup);

const project = (more: object) => sampleSummary('a', { owner_name: 'Mira', ...more });

function show(more: object) {
  const router = createMemoryRouter([{ path: '*', element: <LockNotice project={project(more)} /> }]);
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return [...screen.queryAllByRole('button'), ...screen.queryAllByRole('link')].map((each) => each.textContent);
}

test('an active project can be edited by its owner and its editors', () => {
  expect(lockOf(project({}))).toBeUndefined();
  expect(lockOf(project({ role: 'editor' }))).toBeUndefined();
  expect(show({ role: 'editor' })).toEqual([]);
});

test('a viewer only looks, whatever the state of the project, and learns who can change that', () => {
  for (const more of [{}, { status: 'archived' }, { read_only: true }])
    expect(lockOf(project({ role: 'viewer', ...more }))).toMatchObject({
      reason: 'You may look at this project. Its owner, Mira, can make you an editor.',
      looksOnly: true,
    });
  expect(show({ role: 'viewer' })).toEqual([]);
  expect(screen.getByRole('status').textContent).toContain('Mira');
});

test.each([
  ['archived', { status: 'archived' }, 'Unarchive Project', 'can take it out of the archive'],
  ['beyond the plan', { read_only: true }, 'Choose projects', 'The plan of Mira'],
])('what is to be done about one that is %s is offered to its owner alone', (_, state, action, reason) => {
  expect(show(state)).toEqual([action]);
  cleanup();
  expect(show({ ...state, role: 'editor' })).toEqual([]);
  expect(screen.getByRole('status').textContent).toContain(reason);
});
