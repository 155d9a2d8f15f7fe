import type { FeedEvent } from '#contract/events.ts';
import type { Services } from '#server/platform/context.ts';
import type { Scope } from '#server/platform/emit.ts';
import { readEvents, readFeedSpan } from '#server/platform/feed.ts';
import { guarded, setInterval } from '#server/platform/guard.ts';
import { encodeEvent, joinBuffers } from './encode-event.ts';

export const BATCH = 200;
/** Buffer for followers that are slightly behind; others read the database themselves. */
const HELD_EVENTS = 256;
const HELD_BYTES = 256 * 1024;

/** Events that may revoke a follower's access: each follower checks again before it passes them on. */
export const concernsAccess = ({ type }: FeedEvent): boolean => /^(project|account)\./.test(type);

/** Consecutive events, encoded once for all followers. */
export interface Piece {
  /** The number before its first event. */
  after: number;
  upTo: number;
  bytes: Buffer;
  concernsAccess: boolean;
}

/** A follower that has received everything up to the reader's position. */
export interface Listener {
  hear(piece: Piece): void;
  /** The feed is shorter than what was sent: the database was restored to an earlier state. */
  startOver(): void;
  fail(error: unknown): void;
}

/**
 * Reads one scope's events for all its followers at this server (fan-out): one notification, one query and one encoded
 * buffer, however many they are. It also polls, so a lost notification costs at most a heartbeat interval.
 */
export function openFeedReader({ db, config }: Pick<Services, 'db' | 'config'>, scope: Scope) {
  const listeners = new Set<Listener>();
  let held: { seq: number; bytes: Buffer; concernsAccess: boolean }[] = [];
  let heldBytes = 0;
  /** The last number read; undefined until the first follower has found the feed's head. */
  let position: number | undefined;
  let isReading = false;
  let isClosed = false;
  /** Work queued by a notification during a read: look for events, and also whether the feed was put back. */
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
    // A gap means that events are past retention: every follower finds that out for itself.
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

  const startReading = guarded(readAll);
  const wake = (what: 'events' | 'all') => {
    if (due !== 'all') due = what;
    if (!isReading) startReading();
  };
  const watch = setInterval(() => wake('all'), config.feedLookMs).unref();

  return {
    wake,
    /** Where a follower has just found the head: the reader starts there, or reads again if it is elsewhere. */
    begin(at: number) {
      if (position === at) return;
      position ??= at;
      wake('all');
    },
    /**
     * Buffered events after a number: 'up to date' when there are none, undefined when the buffer does not reach back
     * that far.
     */
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
