import type { FeedEvent } from '#contract/events.ts';
import type { Services } from '#server/platform/context.ts';
import type { Scope } from '#server/platform/emit.ts';
import { readEvents, readFeedSpan } from '#server/platform/feed.ts';
import { encodeEvent, joinBuffers } from './encode-event.ts';

export const BATCH = 200;
/** What is held for followers who are a little behind; whoever is further behind reads the database itself. */
const HELD_EVENTS = 256;
const HELD_BYTES = 256 * 1024;

/** Events that may end somebody's right to hear the rest: each follower asks before it passes them on. */
export const concernsAccess = ({ type }: FeedEvent): boolean => /^(project|account)\./.test(type);

/** Events that belong together, written once for all who hear them. */
export interface Piece {
  /** The number before its first event. */
  after: number;
  upTo: number;
  bytes: Buffer;
  concernsAccess: boolean;
}

/** Somebody who has heard everything up to where the reader stands. */
export interface Listener {
  hear(piece: Piece): void;
  /** The feed has fewer events than were told: the database was put back to an earlier day. */
  startOver(): void;
  fail(error: unknown): void;
}

/**
 * Reads one scope's events for all who follow it at this server: one wake-up, one statement and one text per event,
 * however many they are. It also looks every now and then without a wake-up, so a lost one costs a heartbeat.
 */
export function openFeedReader({ db, config }: Pick<Services, 'db' | 'config'>, scope: Scope) {
  const listeners = new Set<Listener>();
  let held: { seq: number; bytes: Buffer; concernsAccess: boolean }[] = [];
  let heldBytes = 0;
  /** The last number that was read; undefined until the first follower has found out where the feed stands. */
  let position: number | undefined;
  let isReading = false;
  let isClosed = false;
  /** What to do once more because of a wake-up during the reading: look for events, and also whether it went back. */
  let due: 'nothing' | 'events' | 'all' = 'nothing';

  const hold = (events: readonly FeedEvent[]) => {
    const added = events.map((event) => ({
      seq: event.seq,
      bytes: encodeEvent(event),
      concernsAccess: concernsAccess(event),
    }));
    held.push(...added);
    heldBytes += added.reduce((sum, { bytes }) => sum + bytes.length, 0);
    let extra = 0;
    while (held.length - extra > HELD_EVENTS || (heldBytes > HELD_BYTES && extra < held.length)) {
      heldBytes -= held[extra]?.bytes.length ?? 0;
      extra += 1;
    }
    if (extra > 0) held = held.slice(extra);
    return added;
  };

  const deliver = (from: number, events: readonly FeedEvent[]) => {
    // Numbers are missing where events are no longer kept: whoever follows finds that out for itself.
    if (events[0]?.seq !== from + 1) {
      held = [];
      heldBytes = 0;
    }
    const added = hold(events);
    position = events.at(-1)?.seq ?? from;
    const piece: Piece = {
      after: (events[0]?.seq ?? from + 1) - 1,
      upTo: position,
      bytes: joinBuffers(added.map(({ bytes }) => bytes)),
      concernsAccess: events.some(concernsAccess),
    };
    for (const listener of listeners) listener.hear(piece);
  };

  const readOnce = async (from: number, alsoBack: boolean) => {
    const events = await readEvents(db, scope, from, BATCH);
    if (isClosed) return;
    if (events.length === BATCH && due === 'nothing') due = 'events';
    if (events.length > 0) return deliver(from, events);
    if (!alsoBack) return;
    const { last } = await readFeedSpan(db, scope);
    if (isClosed || last >= from) return;
    [held, heldBytes, position] = [[], 0, last];
    for (const listener of listeners) listener.startOver();
  };

  const readAll = async () => {
    isReading = true;
    try {
      while (due !== 'nothing' && position !== undefined && !isClosed) {
        const alsoBack = due === 'all';
        due = 'nothing';
        await readOnce(position, alsoBack);
      }
    } catch (error) {
      for (const listener of listeners) listener.fail(error);
    } finally {
      isReading = false;
    }
  };

  const wake = (what: 'events' | 'all') => {
    if (due !== 'all') due = what;
    if (!isReading) void readAll();
  };
  const watch = setInterval(() => wake('all'), config.feedLookMs).unref();

  return {
    wake,
    /** Where a follower has just found the feed: there the reader begins, or looks again if it stands elsewhere. */
    begin(at: number) {
      if (position === at) return;
      position ??= at;
      wake('all');
    },
    /** What is held after a number: nothing when the reader is no further, undefined when it does not reach back so far. */
    since(after: number): Piece | 'up to date' | undefined {
      if (position === undefined || after >= position) return 'up to date';
      const start = held.findIndex(({ seq }) => seq > after);
      if (start === -1 || held[start]?.seq !== after + 1) return undefined;
      const pieces = held.slice(start);
      return {
        after,
        upTo: position,
        bytes: joinBuffers(pieces.map(({ bytes }) => bytes)),
        concernsAccess: pieces.some((each) => each.concernsAccess),
      };
    },
    join: (listener: Listener) => void listeners.add(listener),
    leave: (listener: Listener) => void listeners.delete(listener),
    close() {
      isClosed = true;
      clearInterval(watch);
    },
  };
}

export type FeedReader = ReturnType<typeof openFeedReader>;
