import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TimelineEntry } from '#contract/timeline.ts';
import { type Asked, success } from '#test/fake-fetch.ts';
import { type Answers, openConsole } from '#test/open-console.tsx';
import { fakeTopLayer } from '#test/web/fake-top-layer.ts';
import { sampleEntry } from '#test/web/sample-timeline.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { Component } from './screen.tsx';

const PAGE = 50;
const ROW = 34;
const NOW = new Date(2026, 2, 18, 23, 0, 0);

/** Where elements are, as far as the screen asks: it watches them enter and leave the window. */
let watched: Map<Element, (isIntersecting: boolean, top: number) => void>;
class FakeObserver {
  private readonly own = new Set<Element>();
  private readonly tell: IntersectionObserverCallback;
  constructor(tell: IntersectionObserverCallback) {
    this.tell = tell;
  }
  observe(element: Element) {
    this.own.add(element);
    watched.set(element, (isIntersecting, top) =>
      this.tell(
        [{ isIntersecting, boundingClientRect: { top, height: 0 } } as IntersectionObserverEntry],
        this as unknown as IntersectionObserver,
      ),
    );
  }
  disconnect() {
    for (const element of this.own) watched.delete(element);
  }
}

const dayOf = (at: string) => {
  const date = new Date(at);
  return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
};
const entryAt = (n: number, date: Date) => sampleEntry({ id: `e${n}`, at: date.toISOString(), task_id: null });

let entries: TimelineEntry[];
let askedDays: string[];
let answers: Answers;
beforeEach(() => {
  fakeTopLayer();
  watched = new Map();
  askedDays = [];
  Element.prototype.scrollIntoView = vi.fn<() => void>();
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  const of = ({ path }: Asked) => new URL(path, 'http://x').searchParams;
  answers = {
    'GET /api/me': () => success({ id: 'u1', email: 'ada@example.com', display_name: 'Ada' }),
    'GET /api/projects/p': () =>
      success({
        id: 'p',
        name: 'Harbor API',
        status: 'active',
        read_only: false,
        role: 'owner',
        deleted_at: null,
        repository_url: null,
        holders: [],
      }),
    'GET /api/projects/p/timeline': (asked) => {
      const query = of(asked);
      const sorted = entries
        .filter(({ at }) => dayOf(at) === query.get('day'))
        .toSorted((a, b) => (a.at < b.at ? 1 : -1));
      const from = Number(query.get('cursor') ?? 0);
      const items = sorted.slice(from, from + PAGE);
      const nextCursor = sorted.length > from + PAGE ? String(from + PAGE) : null;
      return success({ items, held: [], nextCursor });
    },
    'GET /api/projects/p/timeline/days': (asked) => {
      askedDays.push(of(asked).get('days') ?? '');
      const days = [...new Set(entries.map(({ at }) => dayOf(at)))].toSorted().toReversed();
      const shown = days.slice(0, Number(of(asked).get('days')));
      const counts = { done: 1, handovers: 0, stopped: 0, blocked: 0, asked: 0, answered: 0, held_seconds: 0 };
      return success({
        days: shown.map((day) => ({
          day,
          entries: entries.filter(({ at }) => dayOf(at) === day).length,
          ...counts,
        })),
        has_earlier: days.length > shown.length,
        total: entries.length,
        matching: entries.length,
        groups: { done: entries.length, handovers: 0, blocked: 0, asked: 0, plan: 0, other: 0 },
        agents: [],
        lists: [],
      });
    },
    'GET /api/projects/p/timeline/relay': () => success({ stretches: [], total: 0, done: 0, handovers: 0, next: [] }),
  };
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const open = () => openConsole({ '/projects/:projectId/timeline': Component }, '/projects/p/timeline', answers);
const rows = () => document.querySelectorAll('[data-entry]').length;

/** Scrolls to a height: whatever is further away than two windows is out of sight. */
const scrollTo = (y: number) =>
  act(() => {
    let top = 0;
    for (const [element, tell] of watched) {
      const isChunk = element.childElementCount > 0 || (element as HTMLElement).style.height !== '';
      tell(isChunk ? Math.abs(top - y) < 1_800 : y === 0, isChunk ? top - y : -y);
      if (isChunk) top += 25 * ROW;
    }
  });

test('of a day with 2,000 entries at most 150 rows are rendered, wherever the reader is', async () => {
  entries = Array.from({ length: 2_000 }, (_, n) => entryAt(n, new Date(2026, 2, 18, 20, 0, -n * 20)));
  open();
  await waitFor(() => expect(rows()).toBe(PAGE));
  for (let page = 2; page <= 12; page += 1) {
    scrollTo((page - 1) * PAGE * ROW);
    const more = screen.getByRole('button', { name: 'Show 50 more' });
    const known = watched.size;
    fireEvent.click(more);
    await waitFor(() => expect(watched.size).toBeGreaterThan(known));
    scrollTo((page - 1) * PAGE * ROW);
    expect(rows()).toBeLessThanOrEqual(150);
    expect(rows()).toBeGreaterThan(0);
  }
  scrollTo(0);
  expect(document.querySelector('[data-entry="e0"]')).not.toBeNull();
  expect(rows()).toBeLessThanOrEqual(150);
});

test('what arrives while the reader is further down is counted, and shown at a click', async () => {
  entries = Array.from({ length: 60 }, (_, n) => entryAt(n, new Date(2026, 2, 18, 12, -n)));
  const { cache } = open();
  await waitFor(() => expect(rows()).toBe(PAGE));
  scrollTo(800);
  for (let n = 0; n < 3; n += 1) entries.push(entryAt(100 + n, new Date(2026, 2, 18, 13, n)));
  await act(() => cache.invalidateQueries({ queryKey: queryKeys.timeline('p') }));
  const pill = await screen.findByRole('button', { name: '3 new' });
  expect(screen.getByText('3 new', { selector: 'output' })).toBeTruthy();
  expect(document.querySelector('[data-entry="e102"]')).toBeNull();
  fireEvent.click(pill);
  expect(Element.prototype.scrollIntoView).toHaveBeenCalledWith({ block: 'start' });
  scrollTo(0);
  await waitFor(() => expect(document.querySelector('[data-entry="e102"]')).not.toBeNull());
  expect(screen.queryByRole('button', { name: '3 new' })).toBeNull();
});

test('only the days that are shown are asked for; more come at a click', async () => {
  entries = Array.from({ length: 60 }, (_, n) => entryAt(n, new Date(2026, 2, 18 - n, 12)));
  open();
  await waitFor(() => expect(document.querySelectorAll('[data-day]')).toHaveLength(14));
  fireEvent.click(screen.getByRole('button', { name: 'Earlier days' }));
  await waitFor(() => expect(document.querySelectorAll('[data-day]')).toHaveLength(44));
  fireEvent.click(screen.getByRole('button', { name: 'Earlier days' }));
  await waitFor(() => expect(document.querySelectorAll('[data-day]')).toHaveLength(60));
  expect(screen.queryByRole('button', { name: 'Earlier days' })).toBeNull();
  expect([...new Set(askedDays)]).toEqual(['14', '44', '74']);
});
