import type { Page } from '@playwright/test';
import { CLIENT_IDS } from '#contract/clients/client.ts';
import { inDays } from '../../e2e/support/subscriptions.ts';
import { change, hold, refuse } from './answers.ts';
import type { View } from './view.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog').first().waitFor();
const CURRENT = /\/api\/subscriptions\/(current|refresh)$/;

async function chooseFromCard(page: Page, item: string): Promise<void> {
  await button(page, 'Actions for Northwind migration').click();
  await page.getByRole('menuitem', { name: item }).click();
  await dialog(page);
}

const projects: readonly View[] = [
  { name: 'projects-none', as: 'newcomer', at: '/projects', shows: 'Welcome to Baton!' },
  { name: 'projects-archived', as: 'owner', at: '/projects?status=archived', shows: 'Ledger importer' },
  { name: 'projects-create', as: 'owner', at: '/projects?new=1', open: dialog },
  { name: 'projects-create-no-room', as: 'member', at: '/projects?new=1', open: dialog },
  {
    name: 'projects-menu',
    as: 'owner',
    at: '/projects',
    open: async (page) => {
      await button(page, 'Actions for Northwind migration').click();
      await page.getByRole('menu').waitFor();
    },
  },
  { name: 'projects-edit', as: 'owner', at: '/projects', open: (page) => chooseFromCard(page, 'Edit Project') },
  { name: 'projects-delete', as: 'owner', at: '/projects', open: (page) => chooseFromCard(page, 'Delete Project') },
  {
    name: 'projects-toast',
    as: 'owner',
    at: '/projects',
    open: async (page) => {
      await button(page, 'Copy project id').first().click();
      await page.getByRole('region', { name: 'Notifications' }).getByText('Copied!').hover();
    },
  },
  {
    name: 'projects-card-hover',
    as: 'owner',
    at: '/projects',
    open: (page) => page.getByRole('article', { name: 'Northwind migration' }).hover(),
  },
  {
    name: 'projects-card-focus',
    as: 'owner',
    at: '/projects',
    open: async (page) => {
      await page.getByRole('article').first().waitFor();
      await page.getByRole('link', { name: 'Open Project: Northwind migration' }).focus();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Shift+Tab');
    },
  },
  { name: 'projects-crowded', as: 'crowded', at: '/projects', shows: /Your plan allows 1 active project/ },
  { name: 'projects-keep', as: 'crowded', at: '/projects?keep=1', open: dialog },
  { name: 'projects-loading', as: 'owner', at: '/projects', prepare: (page) => hold(page, /\/api\/projects(\?|$)/) },
  {
    name: 'projects-failed',
    as: 'owner',
    at: '/projects',
    prepare: (page) => refuse(page, /\/api\/projects(\?|$)/),
    shows: 'Try Again',
  },
  {
    name: 'account-menu',
    as: 'owner',
    at: '/projects',
    open: (page) => button(page, /^Account menu/).click(),
    highContrast: true,
  },
  {
    name: 'skip-link',
    as: 'owner',
    at: '/projects',
    shows: 'active projects used',
    open: (page) => page.keyboard.press('Tab'),
  },
  {
    name: 'banner-limits',
    as: 'member',
    at: '/projects',
    prepare: (page) =>
      change(page, CURRENT, {
        notices: ['task_generations', 'prd_uploads'].map((limit) => ({
          limit,
          period: 'month',
          used: 10,
          allowed: 10,
          percent: 100,
          resets_at: '2027-04-01T00:00:00.000Z',
        })),
      }),
    shows: /You have used 10 of 10/,
  },
  {
    name: 'maintenance-notice',
    as: 'member',
    at: '/projects',
    prepare: (page) =>
      page.route('**/api/**', (route) =>
        /\/api\/(auth|instance)/.test(route.request().url())
          ? route.fallback()
          : route.fulfill({
              status: 503,
              json: {
                success: false,
                error: 'System maintenance in progress. Please try again later.',
                errorType: 'MAINTENANCE',
                errorCode: 'MAINTENANCE',
              },
            }),
      ),
    shows: /maintenance in progress|Try Again/,
  },
  { name: 'home-newcomer', as: 'newcomer', at: '/home', shows: 'Changes reach open pages as they happen.' },
];

const profile: readonly View[] = [
  { name: 'profile-password', as: 'owner', at: '/profile', open: (page) => button(page, 'Change Password').click() },
  {
    name: 'profile-password-errors',
    as: 'owner',
    at: '/profile',
    open: async (page) => {
      await button(page, 'Change Password').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Change Password' }).click();
      await page.getByText('Please enter your password.').waitFor();
    },
  },
  { name: 'profile-email', as: 'owner', at: '/profile', open: (page) => button(page, 'Change email address').click() },
  { name: 'profile-new-key', as: 'owner', at: '/profile', open: (page) => button(page, 'New Key').click() },
  { name: 'profile-delete', as: 'owner', at: '/profile', open: (page) => button(page, 'Delete My Account').click() },
  { name: 'profile-member', as: 'member', at: '/profile', shows: 'This session' },
  { name: 'profile-subscribed', as: 'planner', at: '/profile', shows: 'This session' },
  {
    name: 'profile-loading',
    as: 'member',
    at: '/profile',
    prepare: (page) => hold(page, /\/api\/(me|auth\/list-sessions)$/),
  },
];

const subscription: readonly View[] = [
  { name: 'subscription-free', as: 'member', at: '/subscription', shows: 'Task Generations' },
  { name: 'subscription-checkout', as: 'member', at: '/subscription?upgrade=1', shows: 'Sandbox: no money moves.' },
  { name: 'subscription-active', as: 'planner', at: '/subscription', shows: 'Task Generations' },
  {
    name: 'subscription-past-due',
    as: 'planner',
    at: '/subscription',
    prepare: (page) => change(page, CURRENT, { status: 'past_due', access_until: inDays(3).toISOString() }),
    shows: 'Task Generations',
  },
  {
    name: 'subscription-cancelled',
    as: 'planner',
    at: '/subscription',
    prepare: (page) => change(page, CURRENT, { status: 'cancelled', renews: false }),
    shows: 'Task Generations',
  },
  { name: 'subscription-loading', as: 'member', at: '/subscription', prepare: (page) => hold(page, CURRENT) },
  {
    name: 'subscription-failed',
    as: 'member',
    at: '/subscription',
    prepare: (page) => refuse(page, CURRENT),
    shows: 'Try Again',
  },
  {
    name: 'subscription-confirming',
    as: 'member',
    at: '/subscription/success',
    prepare: (page) => hold(page, '**/api/subscriptions/refresh'),
    shows: 'Confirming your subscription...',
  },
];

const keys: readonly View[] = [
  { name: 'api-keys-member', as: 'member', at: '/api-keys?way=key', shows: 'Your API key' },
  { name: 'api-keys-newcomer', as: 'newcomer', at: '/api-keys', shows: 'No API Key Found' },
  {
    name: 'api-keys-regenerate',
    as: 'member',
    at: '/api-keys?way=key',
    open: async (page) => {
      await button(page, 'Regenerate').click();
      await dialog(page);
    },
  },
  {
    name: 'api-keys-new',
    as: 'member',
    at: '/api-keys?way=key',
    prepare: (page) =>
      page.route('**/api/auth/api-key', async (route) => {
        if (route.request().method() === 'GET') return route.fallback();
        const apiKey = `baton_${'a1B2c3D4'.repeat(5)}`;
        await route.fulfill({ json: { success: true, data: { apiKey, created_at: '2026-01-02T03:04:05.000Z' } } });
      }),
    open: async (page) => {
      await button(page, 'Regenerate').click();
      await page.getByRole('dialog').getByRole('button', { name: 'Regenerate' }).click();
      await button(page, 'Copy key').waitFor();
    },
  },
  {
    name: 'api-keys-search-nothing',
    as: 'member',
    only: 'wide',
    at: '/api-keys',
    open: (page) => page.getByRole('searchbox').first().fill('nothing-like-it'),
  },
  ...CLIENT_IDS.flatMap((client) =>
    (['sign-in', 'key'] as const).map((way): View => ({
      name: `connect-${client}-${way}`,
      as: 'member',
      // The steps are the same on both widths; the picker's two forms are seen elsewhere.
      only: way === 'key' ? 'phone' : 'wide',
      at: `/api-keys?client=${client}&way=${way}`,
      shows: 'Your API key',
    })),
  ),
];

/** What belongs to an account: its projects, its plan, its keys, and the way in. */
export const accountViews: readonly View[] = [...projects, ...profile, ...subscription, ...keys];
