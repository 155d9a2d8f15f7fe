import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { SafetyReport } from '#contract/admin-safety.ts';
import { failure, success } from '#test/fake-fetch.ts';
import { openConsole } from '#test/open-console.tsx';
import { Component } from './screen.tsx';

const SAFETY = 'GET /api/admin/safety';
const report = (more: Partial<SafetyReport> = {}): SafetyReport => ({
  checkedAt: '2026-03-03T10:00:00.000Z',
  reach: 'others',
  findings: [
    {
      id: 'network.https',
      severity: 'must',
      wrong: '`BATON_URL` is http.',
      why: 'Everybody can read it.',
      todo: 'Use https.',
      setting: 'BATON_URL=https://baton.example',
      link: { label: 'Set up a proxy', to: '/docs/on-the-internet#the-proxy' },
    },
    {
      id: 'data.backup',
      severity: 'should',
      wrong: 'No backup.',
      why: 'Gone is gone.',
      todo: 'Take one.',
      setting: null,
      link: { label: 'Download a backup', to: '/admin/maintenance' },
    },
  ],
  passed: [
    { id: 'mail.sent', says: 'Mails are sent.' },
    { id: 'keys.idle', says: 'There are no API keys.' },
  ],
  unknown: [],
  ...more,
});

let answer: () => Response;
function open(first = report()) {
  answer = () => success(first);
  return openConsole({ '/admin/safety': Component, '/admin/maintenance': () => <p>maintenance</p> }, '/admin/safety', {
    [SAFETY]: () => answer(),
  });
}
afterEach(cleanup);

test('shows each finding with its severity, what to set, and where to go', async () => {
  open();
  const [first, second] = within(await screen.findByRole('list', { name: 'Not safe yet' })).getAllByRole('listitem');
  expect(first?.textContent).toContain('MustBATON_URL is http.');
  expect(first?.querySelector('pre')?.textContent).toBe('BATON_URL=https://baton.example');
  expect(screen.getByRole('link', { name: 'Set up a proxy' }).getAttribute('href')).toBe(
    '/docs/on-the-internet#the-proxy',
  );
  expect([second?.textContent?.startsWith('Should'), second?.querySelector('pre')]).toEqual([true, null]);
});

test('a page of the console is opened without loading the app again', async () => {
  const { router } = open();
  fireEvent.click(await screen.findByRole('link', { name: 'Download a backup' }));
  expect(await screen.findByText('maintenance')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/admin/maintenance');
});

test('the checks that passed are folded', async () => {
  open();
  const fold = (await screen.findByText('2 checks passed')).closest('details');
  expect(fold?.open).toBe(false);
  expect(within(fold ?? document.body).getAllByRole('listitem', { hidden: true })).toHaveLength(2);
});

test('without findings it says what it cannot see, and what could not be checked is open', async () => {
  open(report({ findings: [], unknown: [{ id: 'data.secret', says: 'Who can read the secret.' }] }));
  expect(await screen.findByRole('heading', { name: 'Nothing found' })).toBeTruthy();
  expect(screen.getByText(/It sees no firewall/)).toBeTruthy();
  expect(screen.getByText('Who can read the secret.').closest('details')).toBeNull();
});

test('is checked again, and keeps what was found while that fails', async () => {
  open();
  await screen.findByText('2 checks passed');
  answer = () => failure(500, 'x');
  fireEvent.click(screen.getByRole('button', { name: 'Check Again' }));
  expect(await screen.findByText(/Failed to check: 500. What you see was checked before/)).toBeTruthy();
  answer = () => success(report({ findings: [] }));
  fireEvent.click(screen.getByRole('button', { name: 'Check Again' }));
  expect(await screen.findByText('Nothing found')).toBeTruthy();
});

test('without an answer it can be asked again', async () => {
  open();
  cleanup();
  answer = () => failure(503, 'x');
  openConsole({ '/admin/safety': Component }, '/admin/safety', { [SAFETY]: () => answer() });
  expect(await screen.findByText('Failed to check: 503')).toBeTruthy();
  answer = () => success(report());
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByText('2 checks passed')).toBeTruthy();
});
