import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { failure, success } from '#test/fake-fetch.ts';
import { type Answers, bare, openConsole } from '#test/open-console.tsx';
import { Component } from './screen.tsx';

afterEach(cleanup);

const METRICS = 'GET /api/admin/dashboard/metrics';
const CHARTS = 'GET /api/admin/dashboard/charts';
const metrics = (more: object = {}) => ({
  totalUsers: 4_182,
  newUsersToday: 21,
  activeUsers7Days: 1_306,
  totalProjects: 5_947,
  projectsCreatedToday: 38,
  usualProjectsPerDay: 33.1,
  ...more,
});
const error = {
  id: 'e1',
  level: 'critical',
  category: 'auth',
  message: 'Token refresh rejected',
  timestamp: '2026-03-13T10:00:00.000Z',
  firstSeen: '2026-03-13T10:00:00.000Z',
  seen: 1_280,
  resolved: false,
  resolvedBy: null,
  requestId: null,
  context: null,
};
const charts = (more: object = {}) => ({
  calls: [
    { hour: '2026-03-13T10:00:00.000Z', calls: 990, errors: 10 },
    { hour: '2026-03-13T11:00:00.000Z', calls: 10, errors: 0 },
  ],
  signUps: [
    { day: '2026-03-12', count: 3 },
    { day: '2026-03-13', count: 1 },
  ],
  slowest: [{ command: 'plan_generate', p95: 41_200, calls: 12 }],
  unresolved: [error],
  unresolvedTotal: 1,
  ...more,
});

let answers: Answers;
beforeEach(() => {
  answers = { [METRICS]: () => bare(metrics()), [CHARTS]: () => success(charts()) };
});
const open = () => openConsole({ '/admin': Component }, '/admin', answers);
const numbers = () =>
  within(screen.getByRole('region', { name: 'Key Metrics' }))
    .getAllByRole('definition')
    .map((each) => each.textContent);

describe('the key metrics', () => {
  test('stand with what they mean', async () => {
    open();
    await screen.findByText('4,182');
    expect(numbers()).toEqual([
      '4,182',
      '21 new today',
      '1,306',
      '31% of all users',
      '5,947',
      '1.4 per user',
      '38',
      '33 on a typical day',
    ]);
    expect(await screen.findByText(/^Updated \d+:\d\d:\d\d [AP]M$/)).toBeTruthy();
  });

  test('make sense on an empty instance', async () => {
    answers[METRICS] = () => bare(metrics({ totalUsers: 0, activeUsers7Days: 0, usualProjectsPerDay: null }));
    open();
    expect(await screen.findAllByText('No users yet')).toHaveLength(2);
    expect(screen.getByText('Not enough data yet')).toBeTruthy();
  });

  test('are dashes after a failure; the charts stay, and another try is offered', async () => {
    answers[METRICS] = () => failure(500, 'Broken.');
    open();
    const again = await screen.findByRole('button', { name: 'Try Again' });
    // Once shown, the skeleton stays for at least 300 ms, also when the failure is known sooner.
    expect(await screen.findAllByText('—')).toHaveLength(4);
    expect(await screen.findByText('MCP calls, last 24 hours')).toBeTruthy();
    answers[METRICS] = () => bare(metrics());
    fireEvent.click(again);
    expect(await screen.findByText('4,182')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });

  test('are read again by Refresh, with the charts', async () => {
    const { server } = open();
    await screen.findByText('4,182');
    await screen.findByText('Slowest commands');
    answers[METRICS] = () => bare(metrics({ totalUsers: 5_000 }));
    fireEvent.click(screen.getByRole('button', { name: 'Refresh' }));
    expect(await screen.findByText('5,000')).toBeTruthy();
    await waitFor(() => expect(server.to('/api/admin/dashboard/charts')).toHaveLength(2));
  });
});

describe('the page renews itself', () => {
  const visits = { '/admin': Component, '/elsewhere': () => <p>elsewhere</p> };

  test('on every visit', async () => {
    const { router } = openConsole(visits, '/admin', answers);
    await screen.findByText('4,182');
    await screen.findByText('Token refresh rejected');
    await act(() => router.navigate('/elsewhere'));
    answers[METRICS] = () => bare(metrics({ totalUsers: 5_000 }));
    answers[CHARTS] = () => success(charts({ unresolved: [], unresolvedTotal: 0 }));
    await act(() => router.navigate('/admin'));
    expect(await screen.findByText('5,000')).toBeTruthy();
    expect(await screen.findByText('Every error is resolved.')).toBeTruthy();
  });

  test('every minute', async () => {
    vi.useFakeTimers();
    try {
      const { server } = open();
      const asked = () => ['metrics', 'charts'].map((name) => server.to(`/api/admin/dashboard/${name}`).length);
      const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
      await pass(1_000);
      const before = asked();
      await pass(50_000);
      expect(asked()).toEqual(before);
      await pass(11_000);
      expect(asked()).toEqual(before.map((n) => n + 1));
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('the charts', () => {
  test('are images with a sentence, and tables on demand', async () => {
    open();
    const [hours, days, times] = await screen.findAllByRole('img');
    expect(hours?.getAttribute('aria-label')).toMatch(
      /^MCP calls, last 24 hours: 1,000 calls, most at .* with 990; 10 failed/,
    );
    expect(days?.getAttribute('aria-label')).toContain('4 sign-ups, most on Mar 12 with 3, 1 today.');
    expect(times?.getAttribute('aria-label')).toContain('plan_generate 41,200 milliseconds');
    expect(screen.getByText('errors, 1.0%')).toBeTruthy();
    for (const toggle of screen.getAllByRole('button', { name: 'View as table' })) fireEvent.click(toggle);
    expect(screen.queryByRole('img')).toBeNull();
    expect(screen.getByRole('cell', { name: '990' })).toBeTruthy();
    expect(screen.getByRole('cell', { name: '41,200 ms' })).toBeTruthy();
  });

  test('say in words that there is nothing to draw', async () => {
    answers[CHARTS] = () =>
      success(charts({ calls: [], signUps: [], slowest: [], unresolved: [], unresolvedTotal: 0 }));
    open();
    for (const text of [
      'No agent has called in the last 24 hours.',
      'Nobody has signed up in the last 30 days.',
      'No command was called in the last 24 hours.',
      'Every error is resolved.',
    ])
      expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
  });

  test('that cannot be read leave the metrics alone', async () => {
    answers[CHARTS] = () => failure(500, 'Broken.');
    open();
    await screen.findByText('4,182');
    expect(await screen.findByText('Could not be loaded.')).toBeTruthy();
  });
});

test('unresolved errors stand in a table that leads to all of them', async () => {
  open();
  const table = within(await screen.findByRole('table'));
  expect(table.getByText('Critical')).toBeTruthy();
  expect(table.getByText('Authentication')).toBeTruthy();
  expect(table.getByText('1,280')).toBeTruthy();
  expect(table.getByRole('link', { name: 'Token refresh rejected' }).getAttribute('href')).toBe(
    '/admin/errors?error=e1',
  );
  expect(screen.getByRole('link', { name: 'All error logs' }).getAttribute('href')).toBe('/admin/errors');
});
