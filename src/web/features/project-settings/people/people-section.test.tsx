import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ProjectSummary } from '#contract/project.ts';
import { type Asked, failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { sampleSummary } from '#test/web/sample-projects.ts';
import { dismissToast, listToasts } from '#web/ui/toast.ts';
import { PeopleSection } from './people-section.tsx';

const AT = '2026-03-01T10:00:00.000Z';
const URL = `https://baton.example/join/${'a'.repeat(43)}`;
const person = (id: string, name: string, role: string, email: string | null = `${id}@example.com`) => ({
  user_id: id,
  name,
  email,
  role,
  joined_at: AT,
});
const invitation = (more: object = {}) => ({
  id: 'i1',
  role: 'viewer',
  email: null,
  invited_by: 'Mira',
  created_at: AT,
  expires_at: AT,
  sent_at: null,
  ...more,
});

let people: object[];
let former: object[];
let open: object[];
let answers: Record<string, (asked: Asked) => Response>;
beforeAll(fakeTopLayer);
beforeEach(() => {
  people = [person('mira', 'Mira', 'owner'), person('tom', 'Tom', 'editor')];
  [former, open] = [[], []];
  answers = {
    'GET /api/projects/a/people': () => success({ people, former }),
    'GET /api/projects/a/invitations': () => success({ invitations: open }),
  };
});
afterEach(() => {
  for (const { id } of listToasts()) dismissToast(id);
  cleanup();
  vi.unstubAllGlobals();
});

function show(role: ProjectSummary['role'], myId = 'mira') {
  const server = fakeFetch((asked) =>
    asked.path === '/api/auth/token'
      ? Response.json({ token: tokenFor(myId) })
      : answers[`${asked.method} ${asked.path}`]?.(asked),
  );
  const onLeave = vi.fn<() => void>();
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <PeopleSection
        project={sampleSummary('a', { role, owner_name: 'Mira', name: 'Harbor' })}
        myId={myId}
        isLeaving={false}
        onLeave={onLeave}
      />
    </QueryClientProvider>,
  );
  return { server, onLeave };
}
const button = (name: string | RegExp) => screen.findByRole('button', { name });
const titles = () => listToasts().map(({ title }) => title);

test('the owner gives another role, and removes somebody after a question', async () => {
  answers['PATCH /api/projects/a/people/tom'] = ({ body }) => {
    people = [people[0] ?? {}, person('tom', 'Tom', (body as { role: string }).role)];
    return success({ people, former });
  };
  answers['DELETE /api/projects/a/people/tom'] = () => {
    [people, former] = [people.slice(0, 1), [{ user_id: 'tom', name: 'Tom' }]];
    return success(null);
  };
  show('owner');
  const role = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Role of Tom' });
  expect(screen.getByText(/tom@example\.com/)).toBeTruthy();
  expect(screen.queryByRole('combobox', { name: 'Role of Mira' }), 'nobody else can own it').toBeNull();
  fireEvent.change(role, { target: { value: 'viewer' } });
  await waitFor(() => expect(titles()).toEqual(['Tom is a viewer now']));
  expect(role.value).toBe('viewer');

  fireEvent.click(await button('Remove Tom'));
  const asking = screen.getByRole('dialog', { name: 'Remove Tom?' });
  expect(asking.textContent).toContain('their agents are refused');
  fireEvent.click(within(asking).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText(/^Not among them any more: Tom\./)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Remove Tom' })).toBeNull();
});

test('a role that is refused goes back to what it is', async () => {
  answers['PATCH /api/projects/a/people/tom'] = () =>
    failure(404, 'The person was not found.', { errorType: 'NOT_FOUND' });
  show('owner');
  const role = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Role of Tom' });
  fireEvent.change(role, { target: { value: 'viewer' } });
  await waitFor(() => expect(listToasts()).toHaveLength(1));
  expect(role.value).toBe('editor');
});

test('a link is shown once, with what it is good for', async () => {
  const made = invitation({ role: 'editor' });
  answers['POST /api/projects/a/invitations'] = () => {
    open = [made];
    return success({ invitation: made, url: URL }, 201);
  };
  const { server } = show('owner');
  fireEvent.change(await screen.findByLabelText('Works for'), { target: { value: '30' } });
  fireEvent.click(await button('Create link'));
  expect(await screen.findByText(URL)).toBeTruthy();
  expect(screen.getByText(/^One person can use it to become an editor, until /)).toBeTruthy();
  expect(server.to('/api/projects/a/invitations').find(({ method }) => method === 'POST')?.body).toEqual({
    role: 'editor',
    days: 30,
  });
  fireEvent.click(await button('Done'));
  expect(screen.queryByText(URL)).toBeNull();
  expect(await screen.findByRole('heading', { name: 'Open invitations' })).toBeTruthy();
});

test.each([
  [null, 'No mail left this server'],
  [AT, 'A mail with this link was sent to ada@example.com.'],
])('by mail it says whether one was sent (%s)', async (sent, says) => {
  answers['POST /api/projects/a/invitations'] = ({ body }) =>
    success({ invitation: invitation({ ...(body as object), sent_at: sent }), url: URL }, 201);
  const { server } = show('owner');
  fireEvent.click(await button('By mail'));
  fireEvent.click(await button('Send invitation'));
  expect(await screen.findByText('Enter the address to invite.')).toBeTruthy();
  expect(server.asked.some(({ method }) => method === 'POST')).toBe(false);
  fireEvent.change(screen.getByLabelText('Email address'), { target: { value: ' ada@example.com ' } });
  fireEvent.click(await button('Send invitation'));
  expect(await screen.findByText(new RegExp(`^${says}`))).toBeTruthy();
});

test('an invitation is taken back', async () => {
  open = [invitation({ email: 'ada@example.com', sent_at: AT })];
  answers['DELETE /api/projects/a/invitations/i1'] = () => {
    open = [];
    return success(null);
  };
  show('owner');
  fireEvent.click(await button(/^Take back the invitation: ada@example\.com, Viewer/));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Open invitations' })).toBeNull());
  expect(titles()).toEqual(['The invitation was taken back']);
});

test.each(['editor', 'viewer'] as const)(
  'somebody who is %s sees the people, changes none, and may leave',
  async (role) => {
    people = [person('mira', 'Mira', 'owner', null), person('tom', 'Tom', role, null)];
    const { server, onLeave } = show(role, 'tom');
    expect(await screen.findByText('Mira')).toBeTruthy();
    expect(screen.queryAllByRole('combobox')).toEqual([]);
    expect(screen.queryByText('Invite somebody')).toBeNull();
    expect(server.to('/api/projects/a/invitations')).toEqual([]);
    fireEvent.click(await button('Leave…'));
    const asking = screen.getByRole('dialog', { name: 'Leave Harbor?' });
    expect(asking.textContent).toContain('Mira can invite you again');
    expect(onLeave).not.toHaveBeenCalled();
    fireEvent.click(within(asking).getByRole('button', { name: 'Leave Project' }));
    expect(onLeave).toHaveBeenCalledOnce();
  },
);
