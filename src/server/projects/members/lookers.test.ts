import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WATCH_SECONDS } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { Bus } from '#server/platform/bus.ts';
import { emptyCaches } from '#server/platform/caches.ts';
import { newId } from '#server/platform/id.ts';
import { type Lookers, lookersOf } from './lookers.ts';

/** Several servers that hear each other. */
function openServers(count: number): Bus[] {
  const heard = Array.from({ length: count }, () => new Map<string, Set<(subject: string) => void>>());
  const tellAll = (topic: string, subject: string) => {
    for (const topics of heard) for (const listener of topics.get(topic) ?? []) listener(subject);
  };
  return heard.map((topics) => ({
    on(topic, listener) {
      const listeners = topics.get(topic) ?? new Set();
      topics.set(topic, listeners.add(listener));
      return () => void listeners.delete(listener);
    },
    onGap: () => () => undefined,
    tell: tellAll,
    tellHere: () => undefined,
    connected: () => true,
    close: async () => undefined,
  }));
}

let buses: Bus[];
let here: Lookers;
let there: Lookers;
beforeEach(() => {
  vi.useFakeTimers();
  buses = openServers(2);
  [here, there] = buses.map(lookersOf) as [Lookers, Lookers];
});
afterEach(() => void vi.useRealTimers());

const [project, other, mira, tom] = [newId(), newId(), newId(), newId()] as [Id, Id, Id, Id];

function follow(lookers: Lookers, of: Id) {
  const told = [lookers.of(of)];
  const leave = lookers.onChange((project) => {
    if (project === of) told.push(lookers.of(of));
  });
  return { told, leave };
}

test('who reports at one server is told at each, at once and to whoever comes later', () => {
  const early = follow(there, project);
  here.tell(project, mira, true);
  there.tell(project, tom, true);
  here.tell(other, tom, true);
  expect(early.told).toEqual([[], [mira], [mira, tom]]);
  expect(here.of(project)).toEqual([mira, tom]);
  expect(here.projects()).toEqual([project, other]);
  early.leave();
  here.tell(project, mira, false);
  expect(early.told).toHaveLength(3);
});

test('who leaves goes at once, and who is not heard of again after a while', () => {
  const { told } = follow(there, project);
  here.tell(project, mira, true);
  here.tell(project, tom, true);
  here.tell(project, mira, false);
  expect(told.at(-1)).toEqual([tom]);
  vi.advanceTimersByTime(WATCH_SECONDS * 1_000 - 1);
  here.tell(project, tom, true);
  expect(told).toHaveLength(4);
  vi.advanceTimersByTime(WATCH_SECONDS * 1_000 - 1);
  expect(told.at(-1)).toEqual([tom]);
  vi.advanceTimersByTime(1);
  expect(told.at(-1)).toEqual([]);
});

test('after a gap in the messages nobody is said to look who may have left', () => {
  here.tell(project, mira, true);
  const { told } = follow(here, project);
  const [bus] = buses;
  if (bus !== undefined) emptyCaches(bus);
  expect(told.at(-1)).toEqual([]);
});
