import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeFetch, success, tokenFor } from '#test/fake-fetch.ts';
import {
  type News,
  askToNotify,
  keepInFront,
  notificationState,
  notifyNews,
  showBrowserNotification,
  useNotificationState,
} from './browser-notifications.ts';
import { queryClient } from './net/query-client.ts';

/** Web Locks as far as they are used here, shared by everything in this window like by tabs. */
class FakeLocks {
  #held: { name: string }[] = [];
  #turn: Promise<unknown> = Promise.resolve();

  request(name: string, ...rest: unknown[]): Promise<unknown> {
    const work = rest.at(-1) as () => unknown;
    if (rest.length === 1) {
      const done = this.#turn.then(work);
      this.#turn = done.catch(() => undefined);
      return done;
    }
    const held = { name };
    this.#held.push(held);
    return Promise.resolve(work()).finally(() => {
      this.#held = this.#held.filter((each) => each !== held);
    });
  }

  query() {
    return Promise.resolve({ held: this.#held });
  }
}

const shown: { title: string; body?: string; tag?: string; click(): void }[] = [];
let permission: NotificationPermission;
let asked: number;
class FakeNotification extends EventTarget {
  static get permission() {
    return permission;
  }
  static requestPermission() {
    asked += 1;
    permission = 'granted';
    return Promise.resolve(permission);
  }
  constructor(title: string, options: { body?: string; tag?: string }) {
    super();
    shown.push({ title, ...options, click: () => this.dispatchEvent(new Event('click')) });
  }
  close() {
    shown.length = 0;
  }
}

const off = { needs_you: false, agent_stopped: false, plan_finished: false, run_ended: false };
let browser: typeof off;
let hasFocus: boolean;
beforeEach(() => {
  [permission, asked, hasFocus, shown.length] = ['granted', 0, false, 0];
  browser = { ...off, needs_you: true };
  localStorage.clear();
  queryClient.clear();
  vi.stubGlobal('Notification', FakeNotification);
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: new FakeLocks() }));
  vi.spyOn(document, 'hasFocus').mockImplementation(() => hasFocus);
  fakeFetch(({ path }) =>
    path === '/api/auth/token'
      ? Response.json({ token: tokenFor('u1') })
      : success({ email: off, browser, sends_mail: true }),
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const news = (more: Partial<News> = {}): News => ({
  kind: 'needs_you',
  projectId: 'p1',
  projectName: 'Harbor API',
  seq: 7,
  taskNumber: 23,
  taskTitle: 'Clock-skew guard',
  agent: 'codex',
  isQuestion: true,
  text: 'Which clock?',
  ...more,
});

test('whoever follows the permission hears that it was given', async () => {
  permission = 'default';
  const { result } = renderHook(() => useNotificationState());
  expect(result.current).toBe('default');
  await act(() => askToNotify());
  expect(result.current).toBe('granted');
});

describe('news', () => {
  test('is shown with who asks, where and what', async () => {
    expect(await notifyNews(news())).toBe(true);
    expect(shown).toMatchObject([
      {
        title: 'codex asks about T23',
        body: 'Harbor API\nClock-skew guard\nWhich clock?',
        tag: 'baton:p1:7:needs_you',
      },
    ]);
  });

  test('is not shown without permission, nor for a kind that is off', async () => {
    expect(await notifyNews(news({ kind: 'run_ended' }))).toBe(false);
    permission = 'denied';
    expect(await notifyNews(news())).toBe(false);
    expect(shown).toEqual([]);
  });

  test('is not shown while a page of the project is in front, and again when it is not any more', async () => {
    hasFocus = true;
    const stop = keepInFront('p1');
    expect(await notifyNews(news())).toBe(false);
    expect(await notifyNews(news({ projectId: 'p2' })), 'of another project').toBe(true);
    hasFocus = false;
    window.dispatchEvent(new Event('blur'));
    await Promise.resolve();
    expect(await notifyNews(news())).toBe(true);
    hasFocus = true;
    window.dispatchEvent(new Event('focus'));
    expect(await notifyNews(news({ seq: 8 }))).toBe(false);
    stop();
    await Promise.resolve();
    expect(await notifyNews(news({ seq: 8 })), 'the page was left').toBe(true);
  });

  test('that several tabs get is shown by one, once', async () => {
    expect(
      (await Promise.all([notifyNews(news()), notifyNews(news()), notifyNews(news())])).filter(Boolean),
    ).toHaveLength(1);
    expect(await notifyNews(news())).toBe(false);
    expect(await notifyNews(news({ seq: 8, isQuestion: false }))).toBe(true);
    expect(shown.map(({ title }) => title)).toEqual(['codex asks about T23', 'Blocked: T23']);
  });
});

test('a click leads to the answer', async () => {
  const assign = vi.fn<(url: string) => void>();
  vi.stubGlobal('location', { assign });
  vi.spyOn(window, 'focus').mockReturnValue();
  await notifyNews(news());
  shown[0]?.click();
  expect(assign).toHaveBeenCalledWith('/projects/p1/tasks?task=T23&answer=1');
  expect(shown, 'closed').toEqual([]);
});

test('permission is asked for once', async () => {
  permission = 'default';
  expect(await askToNotify()).toBe('granted');
  expect(await askToNotify()).toBe('granted');
  permission = 'denied';
  expect(await askToNotify()).toBe('denied');
  expect(asked).toBe(1);
});

test('a browser that cannot show any is told apart', async () => {
  vi.stubGlobal('Notification', undefined);
  expect(notificationState()).toBe('unsupported');
  expect(await showBrowserNotification({ title: 'x', body: '', url: '/', tag: 'x' })).toBe(false);
  vi.stubGlobal(
    'Notification',
    class {
      static permission = 'granted';
      constructor() {
        throw new TypeError('Illegal constructor');
      }
    },
  );
  expect(await showBrowserNotification({ title: 'x', body: '', url: '/', tag: 'x' })).toBe(false);
});
