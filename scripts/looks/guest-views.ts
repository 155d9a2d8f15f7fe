import type { Page } from '@playwright/test';
import { answer } from './answers.ts';
import type { View } from './view.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
/** Not the button of passkeys, whose name begins with the same words. */
const signIn = (page: Page) => page.getByRole('button', { name: 'Sign In', exact: true });

/** What somebody who is not signed in can see. */
export const guestViews: readonly View[] = [
  { name: 'login-errors', as: 'guest', at: '/login', open: (page) => signIn(page).click() },
  { name: 'signup-errors', as: 'guest', at: '/signup', open: (page) => button(page, 'Create Account').click() },
  {
    name: 'login-focus',
    as: 'guest',
    at: '/login',
    shows: 'Welcome Back',
    open: async (page) => {
      await page.getByLabel('Email').focus();
      await page.keyboard.press('Tab');
    },
  },
  { name: 'login-hover', as: 'guest', at: '/login', open: (page) => signIn(page).hover() },
  { name: 'login-forgotten', as: 'guest', at: '/login', open: (page) => button(page, /^Forgot/).click() },
  {
    name: 'login-refused',
    as: 'guest',
    at: '/login',
    prepare: (page) =>
      page.route('**/api/auth/sign-in/email', (route) =>
        route.fulfill({ status: 401, json: { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'No.' } }),
      ),
    open: async (page) => {
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByLabel('Password', { exact: true }).fill('not her horse');
      await signIn(page).click();
      await page.getByRole('alert').first().waitFor();
    },
  },
  {
    name: 'login-two-factor-errors',
    as: 'guest',
    at: '/login/two-factor',
    prepare: (page) =>
      page.route('**/api/auth/two-factor', (route) =>
        route.fulfill({ json: { expires_at: '2027-01-01T00:00:00.000Z', tries_left: 5 } }),
      ),
    open: (page) => signIn(page).click(),
  },
  {
    name: 'reset-password-errors',
    as: 'guest',
    at: '/reset-password?token=a-token',
    shows: 'Choose a New Password',
    open: async (page) => {
      await page
        .getByLabel(/password/i)
        .first()
        .fill('short');
      await page
        .getByRole('button', { name: /password/i })
        .last()
        .click();
    },
  },
  { name: 'confirm-email', as: 'guest', at: '/confirm-email?token=a-token', shows: 'Confirm the Change' },
  { name: 'setup-mail', as: 'guest', at: '/setup/mail' },
  {
    name: 'landing-button-hover',
    as: 'guest',
    at: '/',
    only: 'wide',
    open: (page) => page.getByRole('main').getByRole('link').first().hover(),
  },
  { name: 'landing-signed-in-pricing', as: 'owner', at: '/pricing', shows: 'One plan, handed on.' },
  {
    name: 'outbox-with-mail',
    as: 'guest',
    at: '/outbox',
    prepare: (page) =>
      answer(page, '**/api/outbox', [
        {
          id: '01900000-0000-7000-8000-00000000a001',
          recipient: 'ada@example.com',
          subject: 'Confirm your address',
          text: 'Open this link to confirm your address.\n\nhttp://localhost/confirm',
          link: 'http://localhost/confirm',
          created_at: '2026-01-02T03:04:05.000Z',
          sent_at: null,
        },
      ]),
    shows: 'Confirm your address',
  },
];
