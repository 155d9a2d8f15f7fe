import { Readable } from 'node:stream';
import { isSessionLive } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Scope } from '#server/platform/emit.ts';
import { type FeedSpan, hasMissed, readEvents, readFeedSpan } from '#server/platform/feed.ts';
import { guarded, setInterval } from '#server/platform/guard.ts';
import { isOpenFor } from '#server/platform/http/mount.ts';
import { encodeEvent, joinBuffers } from './encode-event.ts';
import { BATCH, type Listener, type Piece, concernsAccess } from './feed-reader.ts';
import { visitReader } from './feed-readers.ts';

const ENDED = Buffer.from('event: ended\ndata: {}\n\n');
const STILL_HERE = Buffer.from(': still here\n\n');

export interface Following {
  scope: Scope;
  /** The last number the client has; without it the stream starts at the head. */
  after: number | undefined;
  signal: AbortSignal;
  /** Whether the caller may still see this scope; checked whenever the caller may have changed. */
  mayStillFollow?: () => Promise<boolean>;
  /** A source of lines that are no events: of each key only the newest is sent, when the stream takes it. */
  beside?: (say: (key: string, line: Buffer) => void) => () => void;
}

/**
 * A scope's events from a number on as Server-Sent Events, without gap or repeat, until the client disconnects or loses
 * access. A follower that is up to date gets the shared reader's buffers; one that is behind, because it connected late
 * or reads slowly, takes the reader's buffer or reads the database until it has caught up. If the events it asks for
 * are past retention it is told to reload, and continues from the head.
 */
export async function followFeed(ctx: Context, following: Following): Promise<Readable> {
  const { scope, signal } = following;
  const userId = 'userId' in ctx.actor ? ctx.actor.userId : undefined;
  let last = 0;
  /** Back-pressure: whether the stream takes more. */
  let isWanted = false;
  let mustCheck = true;
  /** The reload message for a client whose position is past retention. */
  let missed: Piece | undefined;
  let isCatchingUp = true;
  let isOver = false;
  const waiting = new Map<string, Buffer>();
  let leaveBeside: (() => void) | undefined;

  const { reader, leave } = visitReader(ctx, scope, { userId, checkAgain: () => checkAgain() });
  // At most one chunk is queued per follower: the rest is in the shared reader, or in the database.
  const stream = new Readable({
    objectMode: true,
    highWaterMark: 1,
    read: () => {
      isWanted = true;
      catchUp();
    },
    destroy: (error, done) => {
      stop();
      done(error);
    },
  });
  const stop = () => {
    isOver = true;
    clearInterval(heartbeat);
    signal.removeEventListener('abort', end);
    reader.leave(listener);
    leave();
    leaveBeside?.();
  };
  const end = () => {
    if (isOver) return;
    stop();
    stream.push(null);
  };
  const say = (bytes: Buffer) => {
    isWanted = stream.push(bytes);
  };

  const listener: Listener = {
    hear({ after, upTo, bytes, concernsAccess: mustAsk }) {
      if (upTo <= last) return;
      if (mustAsk || after !== last) return fallBehind();
      last = upTo;
      say(bytes);
      if (!isWanted) fallBehind();
    },
    startOver: end,
    fail: (error) => stream.destroy(error instanceof Error ? error : new Error(String(error))),
  };
  const fallBehind = () => {
    reader.leave(listener);
    isCatchingUp = true;
    catchUp();
  };
  const sayBeside = (key: string, line: Buffer) => {
    if (isOver) return;
    waiting.set(key, line);
    if (!isCatchingUp) fallBehind();
  };
  /** Nothing more is sent before access was checked again. */
  const checkAgain = () => {
    mustCheck = true;
    fallBehind();
  };

  let isRunning = false;
  const catchUp = () => {
    if (isRunning || !isCatchingUp || isOver) return;
    isRunning = true;
    void run()
      .catch((error: unknown) => listener.fail(error))
      .finally(() => {
        isRunning = false;
        // A notification during the last check was left to it, and may have come too late for it.
        if (mustCheck || isWanted) catchUp();
      });
  };
  /** Checks access, again if a notification arrived during the check. */
  const isLetIn = async () => {
    do {
      mustCheck = false;
      if (!(await mayGoOn(ctx, following))) return false;
    } while (mustCheck);
    return true;
  };
  const run = async () => {
    while (!isOver && (mustCheck || isWanted)) {
      if (mustCheck && !(await isLetIn())) return sendAway();
      // After the check there may be no demand any more, or the stream has ended.
      if (isOver || !isWanted) continue;
      if (waiting.size > 0) {
        const lines = joinBuffers([...waiting.values()]);
        waiting.clear();
        say(lines);
        continue;
      }
      const held = missed ?? reader.since(last);
      missed = undefined;
      if (held === 'up to date') {
        isCatchingUp = false;
        return reader.join(listener);
      }
      const piece = held ?? (await readBacklog(ctx, scope, last));
      if (piece === 'put back') return end();
      // Checked after reading: the events may say that the caller has lost access.
      if ((mustCheck || piece.concernsAccess) && !(await isLetIn())) return sendAway();
      if (isOver) return;
      last = piece.upTo;
      say(piece.bytes);
    }
  };
  const sendAway = () => {
    if (!isOver) stream.push(ENDED);
    end();
  };

  // Also on a busy stream: revocation must not depend on a notification that can be lost.
  const heartbeat = setInterval(() => {
    if (isWanted) say(STILL_HERE);
    checkAgain();
  }, ctx.config.feedLookMs).unref();

  try {
    const span = await readFeedSpan(ctx.db, scope);
    // A number beyond the head is from before a restore: the client gets the lower one and reloads.
    last = Math.min(following.after ?? span.last, span.last);
    if (hasMissed(last, span)) missed = restartFrom(last, span);
    reader.begin(span.last);
  } catch (error) {
    stream.destroy();
    throw error;
  }
  if (signal.aborted) end();
  else signal.addEventListener('abort', guarded(end));
  if (!isOver) leaveBeside = following.beside?.(sayBeside);
  if (!isOver) say(Buffer.from(`retry: 1000\nid: ${last}\nevent: ready\ndata: {"seq":${last}}\n\n`));
  return stream;
}

/** The next events, a reload message, or that the feed was put back by a restore. */
async function readBacklog(ctx: Context, scope: Scope, after: number): Promise<Piece | 'put back'> {
  const events = await readEvents(ctx.db, scope, after, BATCH);
  if (events[0]?.seq === after + 1) {
    return {
      after,
      upTo: events.at(-1)?.seq ?? after,
      bytes: joinBuffers(events.map(encodeEvent)),
      concernsAccess: events.some(concernsAccess),
    };
  }
  // A missing number means that the events are past retention.
  const span = await readFeedSpan(ctx.db, scope);
  return hasMissed(after, span) ? restartFrom(after, span) : 'put back';
}

function restartFrom(after: number, { first, last }: FeedSpan): Piece {
  const bytes = Buffer.from(`id: ${last}\nevent: restart\ndata: {"seq":${last},"first_seq":${first}}\n\n`);
  return { after, upTo: last, bytes, concernsAccess: true };
}

/** Maintenance ends the stream: the page reconnects, and reads the message. */
async function mayGoOn(ctx: Context, { mayStillFollow }: Following): Promise<boolean> {
  if (!(await isOpenFor(ctx)) || !(await isSessionLive(ctx))) return false;
  return (await mayStillFollow?.()) !== false;
}
