import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { InstanceSettings } from '#contract/admin-instance.ts';
import type { SettingsAnswer } from '#contract/admin-settings.ts';
import { DEFAULT_LIMITS, DEFAULT_SETTINGS } from '#contract/settings-rules.ts';
import { failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { dismissToast, listToasts, undoLastToast } from '#web/ui/toast.ts';
import { Component } from './screen.tsx';

beforeAll(fakeTopLayer);

const OLD = '2026-03-11T16:12:00.000Z';
const NEW = '2026-03-12T10:00:00.000Z';
const loaded = (more: Partial<SettingsAnswer> = {}): SettingsAnswer => ({
  settings: DEFAULT_SETTINGS,
  tierLimits: DEFAULT_LIMITS,
  lastModified: OLD,
  modifiedBy: 'ops@baton.example',
  models: [
    { name: 'claude-3-sonnet', label: 'Claude 3 Sonnet' },
    { name: 'claude-3-haiku', label: 'Claude 3 Haiku' },
  ],
  ...more,
});
const INSTANCE: InstanceSettings = {
  kind: 'service',
  from_environment: false,
  sign_up_by: 'invited',
  domains: [],
  planner: { configured: 'anthropic', built_in: false },
  private_webhooks: { allowed: false, from_environment: false },
  set_up_at: OLD,
  people: 2,
  renewing_subscriptions: 1,
};
const bare = (fields: object) => Response.json({ success: true, ...fields });

let isTeam: boolean;
/** Bodies of the requests that save the instance. */
let kept: unknown[];
let onGet: () => Response;
let onPut: (body: SettingsAnswer) => Response;
beforeEach(() => {
  isTeam = false;
  kept = [];
  onGet = () => bare(loaded());
  onPut = (body) => bare(loaded({ ...body, lastModified: NEW }));
});
afterEach(() => {
  for (const { id } of listToasts()) dismissToast(id);
  cleanup();
});

async function open() {
  const server = fakeFetch(({ method, path, body }) => {
    if (path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
    if (path === '/api/ai-engine') return success({ planner: 'embedded', label: 'Embedded planner', model: null });
    if (path === '/api/instance') return success({ kind: isTeam ? 'team' : 'service' });
    if (path === '/api/admin/instance') {
      if (method === 'PUT') kept.push(body);
      return success(INSTANCE);
    }
    return method === 'PUT' ? onPut(body as SettingsAnswer) : onGet();
  });
  const router = createMemoryRouter(
    [
      { path: '/admin/settings', Component },
      { path: '/projects', element: <p>the projects</p> },
    ],
    { initialEntries: ['/admin/settings'] },
  );
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { name: 'Settings' });
  const puts = () =>
    server.asked.filter(({ method, path }) => method === 'PUT' && path.endsWith('/settings')).map(({ body }) => body);
  return { router, puts };
}

const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);
const type = async (name: string, value: string) => fireEvent.change(await field(name), { target: { value } });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name });
const press = (name: string, inside = 'dialog') =>
  fireEvent.click(within(screen.getByRole(inside)).getByRole('button', { name }));
const toasts = () => listToasts().map(({ title, description, variant }) => ({ title, description, variant }));

async function save() {
  fireEvent.click(button('Save Settings'));
  await screen.findByRole('dialog', { name: 'Save these settings?' });
  press('Save Settings');
}

test('the model’s line tells which planner works now', async () => {
  await open();
  expect(await screen.findByText(/^Used for every plan generation .*Planned by: Embedded planner$/)).toBeTruthy();
});

describe('the instance', () => {
  test('is changed after it was said what disappears, and the planner with it', async () => {
    await open();
    fireEvent.click(await screen.findByRole('radio', { name: 'Me and my team' }));
    fireEvent.click(button('Built in'));
    fireEvent.click(button('Save Instance'));
    const dialog = await screen.findByRole('dialog', { name: 'Run this for your team?' });
    expect(dialog.textContent).toMatch(/banners disappear.*Nothing is deleted\. 1 paid plan renews/);
    expect(kept).toEqual([]);
    press('Change');
    await waitFor(() =>
      expect(kept).toEqual([{ kind: 'team', sign_up_by: 'invited', domains: [], built_in_planner: true }]),
    );
  });

  test('lets webhooks reach private addresses once somebody switches that on', async () => {
    await open();
    const control = await screen.findByRole('switch', { name: 'Webhooks to private addresses' });
    expect(control.getAttribute('aria-checked')).toBe('false');
    fireEvent.click(control);
    fireEvent.click(button('Save Instance'));
    await waitFor(() => expect(kept).toMatchObject([{ kind: 'service', private_webhooks: true }]));
  });

  test('of a team has no tiers, and says so where their limits are', async () => {
    isTeam = true;
    await open();
    expect(await screen.findByText(/^Not in effect: this Baton is for a team\./)).toBeTruthy();
  });

  test('can be saved only where something is changed', async () => {
    await open();
    await screen.findByRole('radio', { name: 'A public service' });
    expect(button('Save Instance').disabled).toBe(true);
    fireEvent.click(button('Everyone at a domain'));
    expect(button('Save Instance').disabled).toBe(false);
  });
});

describe('the form', () => {
  test('knows whether it is dirty, counts, and can be discarded', async () => {
    await open();
    expect((await field('Max requests per minute')).value).toBe('60');
    expect(screen.getByText(/^Last modified: Mar 11, 2026, .* by ops@baton\.example$/)).toBeTruthy();
    expect(button('Save Settings').disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Discard Changes' })).toBeNull();

    await type('Daily PRD limit, Free', '');
    await type('Monthly PRD limit, Pro', '8');
    expect((await field('Daily PRD limit, Free')).value).toBe('0');
    expect(screen.getByText('You have unsaved changes')).toBeTruthy();
    expect(screen.getByText('2 changes, 1 problem')).toBeTruthy();
    expect(screen.getByText('Free tier: Daily PRD limit must be between 1 and 100')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Subscription Tier Limits 1 problem' })).toBeTruthy();
    expect(screen.getByText('18')).toBeTruthy();

    fireEvent.click(button('Discard Changes'));
    expect((await field('Daily PRD limit, Free')).value).toBe('1');
    expect(button('Save Settings').disabled).toBe(true);

    expect(toasts()).toMatchObject([{ title: 'Changes discarded' }]);
    act(undoLastToast);
    expect((await field('Daily PRD limit, Free')).value).toBe('0');
    expect(screen.getByText('2 changes, 1 problem')).toBeTruthy();
    fireEvent.click(button('Discard Changes'));
    await type('Max requests per minute', '61');
    expect(toasts(), 'it would take back what is typed since').toEqual([]);
  });

  test('with problems nothing is sent and each is listed', async () => {
    const { puts } = await open();
    await type('Daily PRD limit, Free', '0');
    await type('Max tasks per project', '20000');
    fireEvent.click(button('Save Settings'));
    expect(toasts()).toEqual([
      {
        variant: 'destructive',
        title: 'Validation Error',
        description: [
          'Cannot save due to validation errors:',
          'Free tier: Daily PRD limit must be between 1 and 100',
          'Max tasks per project must be between 1 and 10,000',
        ].join('\n'),
      },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(puts()).toEqual([]);
  });

  test('a number is not misread: groups of three count, anything else is a problem and stays in sight', async () => {
    await open();
    await type('Max tasks per project', '10,000');
    expect((await field('Max tasks per project')).value).toBe('10,000');
    expect(screen.getByText('1 change, 0 problems')).toBeTruthy();
    await type('Max tasks per project', '1e3');
    expect((await field('Max tasks per project')).value).toBe('1e3');
    expect(screen.getByText('Max tasks per project must be between 1 and 10,000')).toBeTruthy();
    fireEvent.click(button('Discard Changes'));
    expect((await field('Max tasks per project')).value).toBe('1000');
  });

  test('a save says whom it hits, sends what was read, and takes the answer', async () => {
    const { puts } = await open();
    await type('Max projects, Pro', '9');
    fireEvent.click(button('Save Settings'));
    expect(screen.getByRole('dialog').textContent).toContain('Every Pro user gets the new limits');
    expect(within(screen.getByRole('list', { name: 'Changes' })).getByRole('listitem').textContent).toBe(
      'Pro: Max projects: 5 → 9',
    );
    press('Save Settings');
    await waitFor(() => expect(toasts()).toHaveLength(1));
    expect(toasts()).toEqual([
      {
        variant: 'success',
        title: 'Settings Saved',
        description: 'System settings have been updated successfully.',
      },
    ]);
    expect(puts()).toEqual([
      {
        settings: DEFAULT_SETTINGS,
        tierLimits: { ...DEFAULT_LIMITS, pro: { ...DEFAULT_LIMITS.pro, max_projects: 9 } },
        lastModified: OLD,
      },
    ]);
    await waitFor(() => expect(button('Save Settings').disabled).toBe(true));
    expect((await field('Max projects, Pro')).value).toBe('9');
  });

  test('a failed save stays on the page and can be tried again', async () => {
    onPut = () => failure(500, 'x');
    const { puts } = await open();
    await type('Max projects, Pro', '9');
    await save();
    expect(await screen.findByText('Failed to save settings: 500')).toBeTruthy();
    expect(toasts()).toEqual([{ variant: 'destructive', title: 'Error', description: 'Failed to save settings: 500' }]);
    onPut = (body) => bare(loaded({ ...body, lastModified: NEW }));
    fireEvent.click(button('Try Again'));
    await waitFor(() => expect(puts()).toHaveLength(2));
    await waitFor(() => expect(screen.queryByText('Failed to save settings: 500')).toBeNull());
  });

  test('defaults fill the form and are unsaved', async () => {
    onGet = () => bare(loaded({ settings: { ...DEFAULT_SETTINGS, maxRequestsPerMinute: 500 } }));
    const { puts } = await open();
    await field('Max requests per minute');
    fireEvent.click(button('Reset to Defaults'));
    press('Reset to Defaults');
    expect((await field('Max requests per minute')).value).toBe('60');
    expect(screen.getByText('1 change, 0 problems')).toBeTruthy();
    expect(puts()).toEqual([]);
  });

  test('the message is there only while the mode is on', async () => {
    await open();
    await field('Max requests per minute');
    expect(screen.queryByLabelText('Maintenance message')).toBeNull();
    fireEvent.click(screen.getByRole('switch', { name: 'Maintenance mode' }));
    await type('Maintenance message', '');
    expect(screen.getByText('Maintenance message must not be empty')).toBeTruthy();
  });

  test('leaving while dirty asks first', async () => {
    const { router } = await open();
    await type('Max projects, Pro', '9');
    void router.navigate('/projects');
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
    press('Stay');
    expect((await field('Max projects, Pro')).value).toBe('9');
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
    void router.navigate('/projects');
    await screen.findByRole('dialog', { name: 'Leave without saving?' });
    press('Leave');
    expect(await screen.findByText('the projects')).toBeTruthy();
  });
});

describe('when somebody else saved first', () => {
  const theirs = () =>
    loaded({
      settings: { ...DEFAULT_SETTINGS, maxRequestsPerMinute: 90, mcpToolCallsPerHour: 2_000 },
      lastModified: NEW,
      modifiedBy: 'ada@baton.example',
    });

  async function clash() {
    const opened = await open();
    await type('Max requests per minute', '70');
    await type('Max projects, Pro', '9');
    onPut = (body) => {
      onGet = () => bare(theirs());
      return body.lastModified === OLD ? failure(409, 'stale') : bare(loaded({ ...body, lastModified: NEW }));
    };
    await save();
    const dialog = await screen.findByRole('dialog', { name: 'Settings were changed in the meantime' });
    const rows = within(dialog).getAllByRole('row').slice(1);
    expect(rows.map((row) => row.textContent)).toEqual([
      'MCP tool calls per hour2,000Not changedTheirs holds',
      'Max requests per minute9070Use theirs',
    ]);
    return opened;
  }

  test('"Keep mine" saves again on the new base, with what only they changed', async () => {
    const { puts } = await clash();
    press('Keep mine');
    await waitFor(() => expect(puts()).toHaveLength(2));
    expect(puts()[1]).toMatchObject({
      lastModified: NEW,
      settings: { maxRequestsPerMinute: 70, mcpToolCallsPerHour: 2_000 },
      tierLimits: { pro: { max_projects: 9 } },
    });
    await waitFor(() => expect(toasts().map(({ title }) => title)).toEqual(['Settings Saved']));
  });

  test('a newer version without other values, as after saving the instance, is no conflict', async () => {
    const { puts } = await open();
    await type('Max requests per minute', '70');
    onPut = (body) => {
      onGet = () => bare(loaded({ lastModified: NEW }));
      return body.lastModified === OLD ? failure(409, 'stale') : bare(loaded({ ...body, lastModified: NEW }));
    };
    await save();
    await waitFor(() => expect(toasts().map(({ title }) => title)).toEqual(['Settings Saved']));
    expect(puts()).toMatchObject([{ lastModified: OLD }, { lastModified: NEW }]);
  });

  test('a field can be left to them while the rest is saved', async () => {
    const { puts } = await clash();
    press('Use theirs: Max requests per minute');
    press('Save the rest');
    await waitFor(() => expect(puts()).toHaveLength(2));
    expect(puts()[1]).toMatchObject({
      settings: { maxRequestsPerMinute: 90 },
      tierLimits: { pro: { max_projects: 9 } },
    });
  });

  test('all of theirs can be taken; what they did not touch stays typed', async () => {
    const { puts } = await clash();
    press('Use all of theirs');
    expect((await field('Max requests per minute')).value).toBe('90');
    expect((await field('Max projects, Pro')).value).toBe('9');
    expect(screen.getByText('1 change, 0 problems')).toBeTruthy();
    expect(puts()).toHaveLength(1);
  });

  test('going back to the form loses nothing', async () => {
    await clash();
    press('Back to the form');
    expect((await field('Max requests per minute')).value).toBe('70');
    expect((await field('MCP tool calls per hour')).value).toBe('2000');
    expect((await field('Max projects, Pro')).value).toBe('9');
  });
});

describe('settings that cannot be loaded', () => {
  test('say so and can be asked for again', async () => {
    onGet = () => failure(503, 'x');
    await open();
    expect(await screen.findByText('Failed to fetch settings: 503')).toBeTruthy();
    onGet = () => bare(loaded({ lastModified: null, modifiedBy: null }));
    fireEvent.click(button('Try Again'));
    expect(await screen.findByText('Last modified: Never')).toBeTruthy();
  });
});

describe('the index', () => {
  const current = () => document.querySelector('[aria-label="On this page"] [aria-current]')?.textContent?.trim();
  /** Mocks a scrolled window: sections 400 px apart, 900 px in view. */
  function scroll(top: number) {
    const page = document.documentElement;
    for (const [name, value] of Object.entries({ scrollTop: top, clientHeight: 900, scrollHeight: 1_700 })) {
      Object.defineProperty(page, name, { value, configurable: true });
      onTestFinished(() => void Reflect.deleteProperty(page, name));
    }
    const ids = ['instance', 'rate-limiting', 'tier-limits', 'global-settings', 'system-controls'];
    for (const [place, id] of ids.entries())
      vi.spyOn(document.getElementById(id) as HTMLElement, 'getBoundingClientRect').mockReturnValue({
        top: 80 + (place - 1) * 400 - top,
      } as DOMRect);
    fireEvent.scroll(document);
  }

  test('follows whoever scrolls, to the last part at the end', async () => {
    await open();
    await field('Max requests per minute');
    expect(current()).toBe('Instance');
    scroll(10);
    expect(current()).toBe('Rate Limiting');
    scroll(390);
    expect(current()).toBe('Subscription Tier Limits');
    scroll(300);
    expect(current()).toBe('Rate Limiting');
    scroll(800);
    expect(current(), 'too short to bring it to the top').toBe('System Controls');
  });

  test('stays with what was chosen until somebody scrolls on', async () => {
    await open();
    await field('Max requests per minute');
    scroll(800);
    expect(current()).toBe('System Controls');
    fireEvent.click(screen.getByRole('link', { name: 'Global Settings' }));
    await waitFor(() => expect(current()).toBe('Global Settings'));
    scroll(795);
    expect(current(), 'as good as not moved').toBe('Global Settings');
    scroll(400);
    expect(current()).toBe('Subscription Tier Limits');
  });
});
