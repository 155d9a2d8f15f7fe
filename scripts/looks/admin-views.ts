import type { Page } from '@playwright/test';
import { controlOf } from '../../e2e/support/console.ts';
import { change, hold, refuse } from './answers.ts';
import type { View } from './view.ts';

const dialog = (page: Page) => page.getByRole('dialog').first().waitFor();
const ask = (name: string) => async (page: Page) => {
  await controlOf(page, name).click();
  await dialog(page);
};

const screens: readonly View[] = [
  { name: 'admin-dashboard', as: 'admin', at: '/admin', shows: 'Total Users', highContrast: true },
  {
    name: 'admin-dashboard-table',
    as: 'admin',
    at: '/admin',
    shows: 'Total Users',
    open: (page) => page.getByRole('button', { name: 'View as table' }).first().click(),
  },
  { name: 'admin-users', as: 'admin', at: '/admin/users', shows: 'View Details' },
  { name: 'admin-users-nobody', as: 'admin', at: '/admin/users?search=nobody-like-it', shows: 'No users found' },
  { name: 'admin-user', as: 'admin', at: ({ people }) => `/admin/users/${people.member.id}`, shows: 'User Controls' },
  {
    name: 'admin-user-pro',
    as: 'admin',
    at: ({ people }) => `/admin/users/${people.planner.id}`,
    shows: 'User Controls',
  },
  {
    name: 'admin-user-unknown',
    as: 'admin',
    at: '/admin/users/01900000-0000-7000-8000-000000000000',
    shows: 'User not found',
  },
  { name: 'admin-user-nobody', as: 'admin', at: '/admin/users/nobody', shows: 'User Not Found' },
  { name: 'admin-settings', as: 'admin', at: '/admin/settings', shows: 'Rate Limiting' },
  { name: 'admin-errors', as: 'admin', at: '/admin/errors?status=all', shows: 'The model is silent' },
  {
    name: 'admin-errors-none',
    as: 'admin',
    at: '/admin/errors?level=error&category=auth&status=resolved',
    shows: 'No errors found',
  },
  { name: 'admin-logs', as: 'admin', at: '/admin/logs', shows: 'orient' },
  { name: 'admin-database', as: 'admin', at: '/admin/database', shows: 'mcp_logs' },
  { name: 'admin-safety', as: 'admin', at: '/admin/safety', shows: 'checks passed' },
  { name: 'admin-maintenance', as: 'admin', at: '/admin/maintenance', shows: 'Vacuum' },
  {
    name: 'admin-audit',
    as: 'admin',
    at: '/admin/maintenance?tab=audit',
    open: (page) => page.getByRole('tabpanel').waitFor(),
  },
  { name: 'admin-refused', as: 'member', at: '/admin' },
];

const opened: readonly View[] = [
  {
    name: 'admin-user-suspend',
    as: 'admin',
    at: ({ people }) => `/admin/users/${people.member.id}`,
    open: ask('Suspend'),
  },
  {
    name: 'admin-user-reset-key',
    as: 'admin',
    at: ({ people }) => `/admin/users/${people.member.id}`,
    open: ask('Reset API Key'),
  },
  {
    name: 'admin-user-limits',
    as: 'admin',
    at: ({ people }) => `/admin/users/${people.member.id}`,
    open: async (page) => {
      await page.getByLabel('Max projects').fill('7');
      await controlOf(page, 'Save').click();
      await dialog(page);
    },
  },
  {
    name: 'admin-settings-save',
    as: 'admin',
    at: '/admin/settings',
    open: async (page) => {
      await page.getByLabel('MCP tool calls per hour').fill('2000');
      await controlOf(page, 'Save Settings').click();
      await dialog(page);
    },
  },
  { name: 'admin-settings-reset', as: 'admin', at: '/admin/settings', open: ask('Reset to Defaults') },
  {
    name: 'admin-settings-mistakes',
    as: 'admin',
    at: '/admin/settings',
    open: async (page) => {
      await page.getByLabel('MCP tool calls per hour').fill('0');
      await page.getByLabel('Daily PRD limit, Pro').fill('101');
      await page
        .getByText(/must be between/)
        .first()
        .waitFor();
    },
  },
  {
    name: 'admin-error-sheet',
    as: 'admin',
    at: '/admin/errors?status=all',
    open: async (page) => {
      await page.getByRole('button', { name: 'The model is silent' }).click();
      await dialog(page);
    },
  },
  {
    name: 'admin-call-open',
    as: 'admin',
    at: '/admin/logs',
    open: (page) => page.getByRole('button', { name: 'orient' }).first().click(),
  },
  { name: 'admin-rotate-keys', as: 'admin', at: '/admin/maintenance', open: ask('Rotate signing keys') },
  { name: 'admin-revoke-sessions', as: 'admin', at: '/admin/maintenance', open: ask('Revoke all sessions') },
  {
    name: 'admin-start-maintenance',
    as: 'admin',
    at: '/admin/maintenance',
    shows: 'Vacuum',
    open: (page) => page.getByRole('switch', { name: 'Maintenance mode' }).click(),
  },
  {
    name: 'admin-row-hover',
    as: 'admin',
    only: 'wide',
    at: '/admin/users',
    open: (page) => page.getByRole('row').nth(1).hover(),
  },
  {
    name: 'admin-menu',
    as: 'admin',
    only: 'phone',
    at: '/admin',
    shows: 'Total Users',
    open: (page) =>
      page
        .getByRole('button', { name: /menu|navigation/i })
        .first()
        .click(),
  },
];

const ADMIN = /\/api\/admin\/(users|system|dashboard|database|logs|errors)/;
const PLACES = ['', '/users', '/settings', '/errors', '/logs', '/database', '/maintenance'] as const;
const nameOf = (place: string) => (place === '' ? 'dashboard' : place.slice(1));
const states: readonly View[] = [
  ...PLACES.flatMap((place): View[] => [
    { name: `admin-${nameOf(place)}-loading`, as: 'admin', at: `/admin${place}`, prepare: (page) => hold(page, ADMIN) },
    {
      name: `admin-${nameOf(place)}-failed`,
      as: 'admin',
      at: `/admin${place}`,
      prepare: (page) => refuse(page, ADMIN),
    },
  ]),
  { name: 'admin-verifying', as: 'admin', at: '/admin', prepare: (page) => hold(page, '**/api/admin/status') },
];

const due = (page: Page) => change(page, '**/api/setup', { is_due: true });
const firstSetUp: readonly View[] = [
  { name: 'setup', as: 'admin', at: '/setup', prepare: due, shows: 'Set up this Baton' },
  {
    name: 'setup-service',
    as: 'admin',
    at: '/setup',
    prepare: due,
    shows: 'Set up this Baton',
    open: async (page) => {
      await page.getByText('A public service', { exact: true }).click();
      await page.getByText(/^Sign-up needs email/).waitFor();
    },
  },
  {
    name: 'setup-domain',
    as: 'admin',
    at: '/setup',
    prepare: due,
    shows: 'Set up this Baton',
    open: async (page) => {
      await page.getByRole('button', { name: 'Everyone at a domain' }).click();
      await page.getByLabel('Allowed domain').fill('no domain');
    },
  },
  {
    name: 'setup-help',
    as: 'admin',
    at: '/setup',
    prepare: due,
    open: async (page) => {
      await page.getByRole('button', { name: 'Show how' }).click();
      await dialog(page);
    },
  },
  {
    name: 'setup-paypal',
    as: 'admin',
    at: '/setup',
    prepare: due,
    shows: 'Set up this Baton',
    open: async (page) => {
      await page.getByText('A public service', { exact: true }).click();
      await page.getByRole('button', { name: 'Set up PayPal' }).click();
      await dialog(page);
    },
  },
  {
    name: 'setup-done',
    as: 'admin',
    at: '/projects',
    prepare: (page) =>
      page.addInitScript(() => sessionStorage.setItem('baton-set-up-done', 'This Baton is set up for your team.')),
    shows: 'This Baton is set up for your team.',
  },
  { name: 'setup-loading', as: 'admin', at: '/setup', prepare: (page) => hold(page, '**/api/setup') },
  {
    name: 'setup-failed',
    as: 'admin',
    at: '/setup',
    prepare: (page) => refuse(page, '**/api/setup'),
    shows: 'Try Again',
  },
  {
    name: 'admin-invitations',
    as: 'admin',
    at: '/admin/users',
    prepare: async (page) => {
      await change(page, '**/api/instance', { kind: 'team', sign_up: 'closed', offer: null });
      await change(page, '**/api/admin/instance', { kind: 'team', sign_up_by: 'invitation' });
    },
    shows: /invite/i,
  },
  {
    name: 'admin-settings-instance',
    as: 'admin',
    at: '/admin/settings',
    open: (page) => page.getByText('Me and my team', { exact: true }).click(),
  },
];

const projectSettings: readonly View[] = [
  {
    name: 'project-settings',
    as: 'member',
    at: ({ harbor }) => `/projects/${harbor.id}/settings`,
    shows: 'Project settings',
  },
  {
    name: 'project-settings-changed',
    as: 'member',
    at: ({ harbor }) => `/projects/${harbor.id}/settings`,
    shows: 'Project settings',
    open: async (page) => {
      await page.getByRole('spinbutton', { name: 'Number of batons' }).focus();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await page.getByRole('radio', { name: /^…and the verify command passes/ }).check();
      await page.keyboard.press('ControlOrMeta+s');
      await page.getByText('Enter the command that has to pass.').waitFor();
    },
  },
  {
    name: 'project-settings-delete',
    as: 'member',
    at: ({ harbor }) => `/projects/${harbor.id}/settings`,
    shows: 'Project settings',
    open: async (page) => {
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click();
      await dialog(page);
    },
  },
  {
    name: 'project-settings-loading',
    as: 'member',
    at: ({ harbor }) => `/projects/${harbor.id}/settings`,
    prepare: (page) => hold(page, /\/api\/projects\/[^/]+(\/settings)?$/),
  },
];

/** The console of administrators, the first set-up, and the settings of one project. */
export const adminViews: readonly View[] = [...screens, ...opened, ...states, ...firstSetUp, ...projectSettings];
