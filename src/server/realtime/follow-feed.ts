import { Readable } from 'node:stream';
import { isSessionLive } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Scope } from '#server/platform/emit.ts';
import { type FeedSpan, hasMissed, readEvents, readFeedSpan } from '#server/platform/feed.ts';
import { isOpenFor } from '#server/platform/http/mount.ts';
import { encodeEvent, joinBuffers } from './encode-event.ts';
import { BATCH, type Listener, type Piece, concernsAccess } from './feed-reader.ts';
import { visitReader } from './feed-readers.ts';

const ENDED = Buffer.from('event: ended\ndata: {}\n\n');
const STILL_HERE = Buffer.from(': still here\n\n');

export interface Following {
  scope: Scope;
  /** The last number the client has; without it the stream starts at the newest event. */
  after: number | undefined;
  signal: AbortSignal;
  /** Whether the caller may still see this scope; asked whenever something about the caller may have changed. */
  mayStillFollow?: () => Promise<boolean>;
}

/**
 * A scope's events from a number on, without gap or repeat, as Server-Sent Events; goes on until the client leaves or
 * may no longer see them. Whoever has heard everything is handed what the server's one reader of the scope reads; whoever
 * has not, because it came late or its connection is slow, takes what the reader still holds, or reads the database,
 * until it has. Whoever comes for events that are no longer kept is told to read everything anew, and goes on from the
 * newest.
 */
export async function followFeed(ctx: Context, following: Following): Promise<Readable> {
  const { scope, signal } = following;
  const userId = 'userId' in ctx.actor ? ctx.actor.userId : undefined;
  let last = 0;
  /** Whether the connection takes more. */
  let isWanted = false;
  let mustCheck = true;
  /** What is told first to somebody who came too late for what they asked for. */
  let missed: Piece | undefined;
  let isCatchingUp = true;
  let isOver = false;

  const { reader, leave } = visitReader(ctx, scope, { userId, checkAgain: () => checkAgain() });
  // One piece waits at most: what is more is with the reader, once for everybody, or in the database.
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
  /** From here on nothing more is told before the caller was looked at again. */
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
        // What came during the last look was left to it, and may have come too late for it.
        if (mustCheck || isWanted) catchUp();
      });
  };
  /** Whether the caller may hear more, as it is after the last message that could have changed it. */
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
      // Checked, and meanwhile no more is wanted, or it is over.
      if (isOver || !isWanted) continue;
      const held = missed ?? reader.since(last);
      missed = undefined;
      if (held === 'up to date') {
        isCatchingUp = false;
        return reader.join(listener);
      }
      const piece = held ?? (await readBacklog(ctx, scope, last));
      if (piece === 'put back') return end();
      // Asked after it was read: what it tells may be that the caller has lost the right to hear it.
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

  // Also where events come all the time: whether the caller is still let in must not hang on a message that got lost.
  const heartbeat = setInterval(() => {
    if (isWanted) say(STILL_HERE);
    checkAgain();
  }, ctx.config.feedLookMs).unref();

  try {
    const span = await readFeedSpan(ctx.db, scope);
    // A number this feed has not reached yet is from before a restore: the client is told the lower one and reads anew.
    last = Math.min(following.after ?? span.last, span.last);
    if (hasMissed(last, span)) missed = restartFrom(last, span);
    reader.begin(span.last);
  } catch (error) {
    stream.destroy();
    throw error;
  }
  if (signal.aborted) end();
  else signal.addEventListener('abort', end);
  if (!isOver) say(Buffer.from(`retry: 1000\nid: ${last}\nevent: ready\ndata: {"seq":${last}}\n\n`));
  return stream;
}

/** What comes next of the feed, or that it must be read anew, or that it was put back to before this number. */
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
  // Where a number is left out, the events were let go of.
  const span = await readFeedSpan(ctx.db, scope);
  return hasMissed(after, span) ? restartFrom(after, span) : 'put back';
}

function restartFrom(after: number, { first, last }: FeedSpan): Piece {
  const bytes = Buffer.from(`id: ${last}\nevent: restart\ndata: {"seq":${last},"first_seq":${first}}\n\n`);
  return { after, upTo: last, bytes, concernsAccess: true };
}

/** The end of a stream is how an open page learns that maintenance has begun: it asks again, and reads the message. */
async function mayGoOn(ctx: Context, { mayStillFollow }: Following): Promise<boolean> {
  if (!(await isOpenFor(ctx)) || !(await isSessionLive(ctx))) return false;
  return (await mayStillFollow?.()) !== false;
}
