import { useSyncExternalStore } from 'react';
import { NOTIFICATION_TEXTS as T } from '#contract/notification-texts.ts';
import type { NotificationKind } from '#contract/notifications.ts';
import { paths } from '#web/paths.ts';
import { deviceStore } from './browser-store.ts';
import { call } from './net/api.ts';
import { queryClient } from './net/query-client.ts';
import { queryKeys } from './net/query-keys.ts';

export type NotificationState = NotificationPermission | 'unsupported';

/** Unsupported also where the page is not served over https, or on phones that need an installed app. */
export function notificationState(): NotificationState {
  return typeof Notification === 'undefined' || typeof navigator.locks === 'undefined'
    ? 'unsupported'
    : Notification.permission;
}

const watchers = new Set<() => void>();
let isFollowingPermission = false;

/** The permission changes when it is asked for, and when somebody changes it in the settings of the browser. */
function subscribeState(watcher: () => void): () => void {
  watchers.add(watcher);
  if (!isFollowingPermission) followPermission();
  return () => void watchers.delete(watcher);
}

const tellWatchers = () => watchers.forEach((watcher) => watcher());

function followPermission() {
  isFollowingPermission = true;
  // Not in every browser: there a change in the settings is seen when the page is loaded again.
  navigator.permissions
    ?.query({ name: 'notifications' })
    .then((permission) => permission.addEventListener('change', tellWatchers))
    .catch(() => undefined);
}

export const useNotificationState = (): NotificationState => useSyncExternalStore(subscribeState, notificationState);

/** Asks only where nobody has answered yet: browsers punish pages that ask again. */
export async function askToNotify(): Promise<NotificationState> {
  if (notificationState() !== 'default') return notificationState();
  const answer = await Notification.requestPermission();
  tellWatchers();
  return answer;
}

export interface BrowserNotification {
  title: string;
  body: string;
  url: string;
  /** Two with the same tag are the same: it is shown by one tab, once. */
  tag: string;
}

const SHOWN_KEY = 'baton-notified';
const SHOWN_KEPT = 100;

/** Shows a notification where it is permitted; every tab may call it, and one shows it. Returns whether it did. */
export async function showBrowserNotification({ title, body, url, tag }: BrowserNotification): Promise<boolean> {
  if (notificationState() !== 'granted') return false;
  // The lock serialises the tabs; the list is what they have shown, because they get the news at different times.
  return navigator.locks.request('baton-notify', () => {
    const shown = readShown();
    if (shown.includes(tag)) return false;
    try {
      const notification = new Notification(title, { body, tag, icon: '/favicon.svg' });
      notification.addEventListener('click', () => {
        window.focus();
        notification.close();
        window.location.assign(url);
      });
    } catch {
      // Chrome on Android has the constructor and refuses it.
      return false;
    }
    deviceStore.write(SHOWN_KEY, JSON.stringify([...shown, tag].slice(-SHOWN_KEPT)));
    return true;
  });
}

function readShown(): string[] {
  try {
    const kept: unknown = JSON.parse(deviceStore.read(SHOWN_KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((tag) => typeof tag === 'string') : [];
  } catch {
    return [];
  }
}

const lockOf = (projectId: string) => `baton-in-front:${projectId}`;

/**
 * Holds a lock, shared by all tabs that do, while a page of the project is visible and has the focus. Returns how to stop.
 */
export function keepInFront(projectId: string): () => void {
  if (typeof navigator.locks === 'undefined') return () => undefined;
  let release: (() => void) | undefined;
  const look = () => {
    const isInFront = document.visibilityState === 'visible' && document.hasFocus();
    if (isInFront === (release !== undefined)) return;
    release?.();
    release = isInFront ? hold(lockOf(projectId)) : undefined;
  };
  const events = new AbortController();
  const { signal } = events;
  window.addEventListener('focus', look, { signal });
  window.addEventListener('blur', look, { signal });
  document.addEventListener('visibilitychange', look, { signal });
  look();
  return () => {
    events.abort();
    release?.();
    release = undefined;
  };
}

function hold(name: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  void navigator.locks.request(name, { mode: 'shared' }, () => promise);
  return resolve;
}

async function isInFront(projectId: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lockOf(projectId));
}

/** Something that happened in a project, as the live feed tells it. */
export interface News {
  kind: NotificationKind;
  projectId: string;
  projectName: string;
  /** Its number in the project's feed. */
  seq: number;
  taskNumber: number | null;
  taskTitle: string | null;
  agent: string | null;
  /** Whether it is a question: the notification then leads into the answer. */
  isQuestion: boolean;
  text: string;
}

const FRESH_MS = 60_000;

/**
 * Shows news as a notification of the browser, if it is permitted, the person has switched its kind on, and no tab has a
 * page of the project in front. Returns whether it was shown by this tab.
 */
export async function notifyNews(news: News): Promise<boolean> {
  if (notificationState() !== 'granted' || (await isInFront(news.projectId))) return false;
  const choice = await queryClient.query({
    queryKey: queryKeys.notifications(news.projectId),
    queryFn: () => call('GET /api/projects/:id/notifications', { id: news.projectId }),
    staleTime: FRESH_MS,
  });
  if (!choice.browser[news.kind]) return false;
  return showBrowserNotification({
    title: T.browser.title(news),
    body: T.browser.body(news),
    url: addressOf(news),
    tag: `baton:${news.projectId}:${news.seq}:${news.kind}`,
  });
}

function addressOf({ projectId, taskNumber, isQuestion }: News): string {
  if (taskNumber === null) return paths.tasks(projectId);
  const task = `T${taskNumber}`;
  return isQuestion ? paths.answer(projectId, task) : paths.task(projectId, task);
}
