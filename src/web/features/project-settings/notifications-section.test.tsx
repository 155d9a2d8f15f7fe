import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NotificationChoice } from '#contract/notifications.ts';
import { failure, fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import { dismissToast, listToasts } from '#web/ui/toast.ts';
import { NotificationsSection } from './notifications-section.tsx';

const off = { needs_you: false, agent_stopped: false, plan_finished: false, run_ended: false };
let choice: NotificationChoice;
let permission: NotificationPermission;
let answer: NotificationPermission;
let asked: number;
beforeEach(() => {
  choice = { email: { ...off, needs_you: true }, browser: off, sends_mail: true };
  [permission, answer, asked] = ['default', 'granted', 0];
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: {} }));
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission: async () => {
      asked += 1;
      permission = answer;
      return answer;
    },
  });
});
afterEach(() => {
  for (const { id } of listToasts()) dismissToast(id);
  cleanup();
  vi.unstubAllGlobals();
});

async function open(onPut: (body: unknown) => Response = () => success(choice)) {
  const saved: unknown[] = [];
  fakeFetch(({ method, path, body }) => {
    if (path === '/api/auth/token') return Response.json({ token: tokenFor('u1') });
    if (method !== 'PUT') return success(choice);
    saved.push(body);
    return onPut(body);
  });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <NotificationsSection projectId="p1" />
    </QueryClientProvider>,
  );
  await screen.findByRole('switch', { name: 'Needs you, Email' });
  return saved;
}
const control = (name: string) => screen.getByRole<HTMLButtonElement>('switch', { name });
const isOn = (name: string) => control(name).getAttribute('aria-checked') === 'true';

test('what needs a person is on by email, and a switch is saved at once', async () => {
  const saved = await open();
  expect([isOn('Needs you, Email'), isOn('Plan finished, Email'), isOn('Needs you, Browser')]).toEqual([
    true,
    false,
    false,
  ]);
  fireEvent.click(control('Plan finished, Email'));
  await waitFor(() => expect(isOn('Plan finished, Email')).toBe(true));
  await waitFor(() => expect(saved).toEqual([{ email: { plan_finished: true } }]));
  expect(asked).toBe(0);
});

test('a switch that could not be saved moves back, and says so', async () => {
  await open(() => failure(500, 'INTERNAL_ERROR'));
  fireEvent.click(control('Needs you, Email'));
  await waitFor(() => expect(listToasts()).toHaveLength(1));
  expect(isOn('Needs you, Email')).toBe(true);
});

test('permission is asked for with the first switch of the browser, and not with the second', async () => {
  const saved = await open();
  fireEvent.click(control('Needs you, Browser'));
  await waitFor(() => expect(saved).toEqual([{ browser: { needs_you: true } }]));
  fireEvent.click(control('Run ended, Browser'));
  await waitFor(() => expect(saved).toHaveLength(2));
  expect(asked).toBe(1);
  expect(screen.getByText(/^Browser notifications are allowed in this browser/)).toBeTruthy();
});

test('a browser that blocks them says how to lift that, and nothing is saved', async () => {
  answer = 'denied';
  const saved = await open();
  fireEvent.click(control('Needs you, Browser'));
  expect(await screen.findByText(/set Notifications to Allow/)).toBeTruthy();
  expect([isOn('Needs you, Browser'), saved]).toEqual([false, []]);
});

test('without a mail server the email column is off, with the reason', async () => {
  choice = { ...choice, sends_mail: false };
  await open();
  expect([isOn('Needs you, Email'), control('Needs you, Email').disabled]).toEqual([false, true]);
  const reason = control('Needs you, Email').getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(reason)?.textContent).toContain('this instance has no mail server');
  expect(control('Needs you, Browser').disabled).toBe(false);
});
