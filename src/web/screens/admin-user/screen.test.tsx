import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { failure, success } from '#test/fake-fetch.ts';
import { type Answers, bare, openConsole } from '#test/open-console.tsx';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { dismissToast, listToasts } from '#web/ui/toast.ts';
import { Component } from './screen.tsx';

beforeAll(fakeTopLayer);

const limits = (projects: number | null, other: number | null = 2) => ({
  daily_prd_limit: other,
  daily_task_gen_limit: other,
  daily_total_operations_limit: other,
  monthly_prd_limit: other,
  monthly_task_gen_limit: other,
  monthly_total_operations_limit: other,
  max_projects: projects,
  storage_mb: other,
});
const mira = (more: object = {}) => ({
  id: 'm1',
  email: 'mira@x.example',
  displayName: 'Mira',
  createdAt: '2026-03-03T10:00:00.000Z',
  lastLogin: null,
  totalTokensUsed: 12_000,
  monthlyTokenUsage: 3_400,
  monthlyCost: 1.5,
  monthlyCostKnown: true,
  successRate: 97.44,
  avgResponseTime: 182.4,
  activeProjects: 3,
  storage: { plan: 1_000_000, notes: 2_048, prds: 0, checkpoints: 0, deleted: 0 },
  status: 'active',
  isAdmin: true,
  twoFactor: false,
  passkeys: 0,
  recentActivity: [],
  tokensPerDay: [{ day: '2026-03-13', tokens: 5 }],
  apiKey: { maskedKey: 'bato••••aaaa', createdAt: '2026-03-03T10:00:00.000Z', count: 1 },
  tier: { name: 'free', granted: false, until: null },
  limits: { effective: limits(1), tier: limits(1), overrides: null },
  ...more,
});

const DETAIL = 'GET /api/admin/users/m1';
let answers: Answers;
beforeEach(() => {
  answers = { [DETAIL]: () => bare(mira()) };
});
afterEach(() => {
  for (const { id } of listToasts()) dismissToast(id);
  cleanup();
});

const open = (state?: object) =>
  openConsole(
    { '/admin/users/:userId': Component, '/admin/users': () => <p>the list</p> },
    { pathname: '/admin/users/m1', state },
    answers,
  );
const click = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const dialog = () => within(screen.getByRole('dialog'));
const confirm = (name: string) => fireEvent.click(dialog().getByRole('button', { name }));
const toastTitles = () => listToasts().map(({ title }) => title);

describe('the detail', () => {
  test('has the address as its title, six stats and the details', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'mira@x.example' })).toBeTruthy();
    const stats = within(screen.getByRole('region', { name: 'Usage' }));
    expect(stats.getAllByRole('definition').map((each) => each.textContent)).toEqual([
      '12,000',
      '3,400',
      '$1.50',
      '97.4%',
      '182 ms',
      '3',
    ]);
    expect(screen.getByText('Admin')).toBeTruthy();
    expect(screen.getByText('No recent activity found.')).toBeTruthy();
    expect(screen.getByText('Never')).toBeTruthy();
  });

  test('shows a dash where nothing was measured yet', async () => {
    answers[DETAIL] = () => bare(mira({ successRate: null, avgResponseTime: null }));
    open();
    expect(await screen.findAllByText('—')).toHaveLength(2);
  });

  test('lists what happened, with the first letters of the project', async () => {
    const at = '2026-03-13T10:00:00.000Z';
    answers[DETAIL] = () =>
      bare(
        mira({
          recentActivity: [
            { timestamp: at, command: 'task_take', status: 'success', tokens: 0, projectId: '7c9e6679-7425-40de' },
            { timestamp: at, command: 'plan_generate', status: 'TIMEOUT', tokens: 9_100, projectId: null },
          ],
        }),
      );
    open();
    expect(await screen.findByText('7c9e6679-742...')).toBeTruthy();
    expect(screen.getByText('success').dataset['tone']).toBe('ok');
    expect(screen.getByText('TIMEOUT').dataset['tone']).toBe('bad');
  });

  test('leads back to the page of the list it came from', async () => {
    const { router } = open({ list: '?search=mi&page=4' });
    // Waits for the account, because the loading page has such a link too.
    await screen.findByRole('heading', { level: 1, name: 'mira@x.example' });
    fireEvent.click(screen.getByRole('link', { name: 'Back to Users' }));
    await screen.findByText('the list');
    expect(router.state.location.search).toBe('?search=mi&page=4');
  });
});

describe('an account that cannot be shown', () => {
  test.each([
    [404, 'User not found'],
    [500, 'Failed to fetch user details: 500'],
  ])('says why for %i, with two ways on', async (status, text) => {
    let there = false;
    answers[DETAIL] = () => (there ? bare(mira()) : failure(status, 'No.'));
    open();
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Back to Users' })).toHaveLength(2);
    there = true;
    await click('Try Again');
    expect(await screen.findByText('97.4%')).toBeTruthy();
  });

  test('says so without an answer', async () => {
    answers[DETAIL] = () => {
      throw new TypeError('Failed to fetch');
    };
    open();
    expect(await screen.findByText('Failed to load user details')).toBeTruthy();
  });

  test('is not asked for again where the address cannot be right', async () => {
    answers[DETAIL] = () => failure(400, 'Not an id.');
    open();
    expect((await screen.findByRole('heading', { level: 2 })).textContent).toBe('User Not Found');
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });
});

describe('a suspension', () => {
  const STATUS = 'PATCH /api/admin/users/m1/status';

  test('is confirmed, told, and shown', async () => {
    let status = 'active';
    answers[DETAIL] = () => bare(mira({ status }));
    answers[STATUS] = ({ body }) => {
      expect(body).toEqual({ status: 'suspended' });
      status = 'suspended';
      return success({ status });
    };
    open();
    await click('Suspend');
    expect(dialog().getByText(/Every session ends/)).toBeTruthy();
    confirm('Suspend');
    expect(await screen.findByRole('button', { name: 'Activate' })).toBeTruthy();
    await waitFor(() => expect(toastTitles()).toEqual(['User Suspended']));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('is not sent when it is called off', async () => {
    const { server } = open();
    await click('Suspend');
    confirm('Cancel');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.asked.filter(({ method }) => method === 'PATCH')).toEqual([]);
  });

  test.each([
    [409, 'The last administrator cannot be suspended.'],
    [500, 'Failed to update user status: 500'],
  ])('that is refused with %i says why, in the dialog', async (status, text) => {
    answers[STATUS] = () => failure(status, 'The last administrator cannot be suspended.');
    open();
    await click('Suspend');
    confirm('Suspend');
    expect(await screen.findByText(text)).toBeTruthy();
    expect(toastTitles()).toEqual([]);
  });

  test('of oneself is pointed out', async () => {
    answers['GET /api/me'] = () => success({ id: 'm1', email: 'mira@x.example' });
    open();
    await click('Suspend');
    expect(await screen.findByText(/This is your own account/)).toBeTruthy();
  });
});

describe('an API key', () => {
  test('is reset after a confirmation', async () => {
    answers['POST /api/admin/users/m1/reset-api-key'] = () => success({ hadKey: true });
    open();
    await click('Reset API Key');
    confirm('Reset API Key');
    await waitFor(() => expect(toastTitles()).toEqual(['API Key Reset']));
  });

  test('that does not exist cannot be reset, and the page says so', async () => {
    answers[DETAIL] = () => bare(mira({ apiKey: null }));
    open();
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Reset API Key' })).disabled).toBe(true);
    expect(screen.getByText('This account has no API key.')).toBeTruthy();
    expect(screen.getByText('Can sign in and generate an API key.')).toBeTruthy();
  });
});

describe('a second factor', () => {
  const button = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Turn Two-Factor Off' });

  test('is turned off after a confirmation', async () => {
    const asked: string[] = [];
    answers[DETAIL] = () => bare(mira({ twoFactor: asked.length === 0, passkeys: 2 }));
    answers['DELETE /api/admin/users/m1/two-factor'] = () => {
      asked.push('off');
      return success({ wasOn: true });
    };
    open();
    await click('Turn Two-Factor Off');
    expect(asked).toEqual([]);
    confirm('Turn Two-Factor Off');
    await waitFor(() => expect(toastTitles()).toEqual(['Two-Factor Turned Off']));
    expect(await screen.findByText('Signs in without a second factor.')).toBeTruthy();
    expect((await button()).disabled).toBe(true);
    expect(screen.getByText('Passkeys').nextElementSibling?.textContent).toBe('2');
  });

  test('says in the dialog why it stays on', async () => {
    answers[DETAIL] = () => bare(mira({ twoFactor: true }));
    answers['DELETE /api/admin/users/m1/two-factor'] = () => failure(403, 'No.');
    open();
    await click('Turn Two-Factor Off');
    confirm('Turn Two-Factor Off');
    expect(await dialog().findByText('Failed to turn two-factor authentication off: 403')).toBeTruthy();
    expect(toastTitles()).toEqual([]);
  });

  test('of oneself is turned off elsewhere', async () => {
    answers[DETAIL] = () => bare(mira({ twoFactor: true }));
    answers['GET /api/me'] = () => success({ id: 'm1', email: 'mira@x.example' });
    open();
    expect(await screen.findByText(/^Your own second factor is turned off on your Account page/)).toBeTruthy();
    expect((await button()).disabled).toBe(true);
  });
});

describe('the plan', () => {
  test('is given until the end of a day', async () => {
    let sent: unknown;
    answers['PUT /api/admin/users/m1/tier'] = ({ body }) => {
      sent = body;
      return success({ tier: 'pro' });
    };
    open();
    const change = await screen.findByRole<HTMLButtonElement>('button', { name: 'Change Plan' });
    expect(change.disabled).toBe(true);
    await click('Pro');
    fireEvent.change(screen.getByLabelText('Ends'), { target: { value: '2099-01-31' } });
    await click('Change Plan');
    expect(dialog().getByText(/until the end of Jan 31, 2099/)).toBeTruthy();
    confirm('Change Plan');
    await waitFor(() => expect(toastTitles()).toEqual(['Plan Changed']));
    expect(sent).toEqual({ tier: 'pro', until: '2099-01-31T23:59:59.000Z' });
  });
});

test('a team has no plans: none is shown or given, and an empty limit is none', async () => {
  answers['GET /api/instance'] = () => success({ kind: 'team' });
  answers[DETAIL] = () =>
    bare(mira({ limits: { effective: limits(null, null), tier: limits(null, null), overrides: null } }));
  open();
  expect(await screen.findByText('An empty field means no limit.')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Plan' })).toBeNull();
  expect(screen.queryByText(/^(Free|Pro)$/)).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Max projects').placeholder).toBe('No limit');
});

describe('the overrides', () => {
  const PUT = 'PUT /api/admin/users/m1/limits';
  const CLEAR = 'DELETE /api/admin/users/m1/limits';
  const field = () => screen.findByLabelText<HTMLInputElement>('Max projects');

  test('show the limit of the plan and send what is typed, the rest as the plan has it', async () => {
    let sent: unknown;
    answers[PUT] = ({ body }) => {
      sent = body;
      return success(limits(12));
    };
    open();
    expect((await field()).placeholder).toBe('1');
    fireEvent.change(await field(), { target: { value: '12' } });
    await click('Save');
    expect(dialog().getByText('Max projects: 1 → 12')).toBeTruthy();
    confirm('Save');
    await waitFor(() => expect(toastTitles()).toEqual(['Limits Saved']));
    expect(sent).toEqual(limits(12, null));
  });

  test('refuse what is no number', async () => {
    open();
    fireEvent.change(await field(), { target: { value: '-3' } });
    expect(screen.getByText('A whole number from 0 to 100,000.')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  });

  test('are cleared', async () => {
    const set = { effective: limits(12), tier: limits(1), overrides: limits(12, null) };
    answers[DETAIL] = () => bare(mira({ limits: set }));
    answers[CLEAR] = () => {
      answers[DETAIL] = () => bare(mira());
      return success(null);
    };
    open();
    expect((await field()).value).toBe('12');
    await click('Clear overrides');
    expect(dialog().getByText('Max projects: 12 → 1')).toBeTruthy();
    expect(dialog().getByText(/2 projects beyond them can be read and exported, but no longer changed\./)).toBeTruthy();
    confirm('Clear overrides');
    await waitFor(() => expect(toastTitles()).toEqual(['Overrides Cleared']));
    await waitFor(async () => expect((await field()).value).toBe(''));
  });
});
