import { setTimeout as wait } from 'node:timers/promises';
import { EVERYBODY, isSessionLive } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { hasMissed, readEvents, readFeedSpan } from '#server/platform/feed.ts';
import type { Scope } from '#server/platform/emit.ts';
import { isOpenFor } from '#server/platform/http/mount.ts';
import { SETTINGS_TOPIC } from '#server/platform/settings.ts';

const BATCH = 200;

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
 * may no longer see them. The database is read after each wake-up, never the wake-up itself: a lost one costs a heartbeat.
 * Whoever comes for events that are no longer kept is told to read everything anew, and goes on from the newest.
 */
export async function* followFeed(ctx: Context, following: Following): AsyncGenerator<string> {
  const { scope, signal } = following;
  const alarm = createAlarm(ctx, scope);
  try {
    let span = await readFeedSpan(ctx.db, scope);
    // A number this feed has not reached yet is from before a restore: the client is told the lower one and reads anew.
    let last = Math.min(following.after ?? span.last, span.last);
    yield `retry: 1000\nid: ${last}\nevent: ready\ndata: {"seq":${last}}\n\n`;
    while (!signal.aborted) {
      alarm.reset();
      if (!(await mayGoOn(ctx, following))) {
        yield 'event: ended\ndata: {}\n\n';
        return;
      }
      const events = await readEvents(ctx.db, scope, last, BATCH);
      // The first look is at the numbers from which the stream started; later ones are only needed where a number is left out.
      if (events.length > 0 && events[0]?.seq !== last + 1) span = await readFeedSpan(ctx.db, scope);
      if (hasMissed(last, span)) {
        last = span.last;
        yield `id: ${last}\nevent: restart\ndata: {"seq":${last},"first_seq":${span.first}}\n\n`;
        continue;
      }
      for (const event of events) {
        yield `id: ${event.seq}\nevent: change\ndata: ${writeLine(event)}\n\n`;
        last = event.seq;
      }
      if (events.length === BATCH) continue;
      const rang = await alarm.rings(ctx.config.feedLookMs, signal);
      if (!rang && !signal.aborted) yield ': still here\n\n';
    }
  } finally {
    alarm.stop();
  }
}

/** Escaped are the two separators that JSON may hold as they are, but at which some readers end a line. */
const writeLine = (event: unknown): string =>
  JSON.stringify(event)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);

/** The end of a stream is how an open page learns that maintenance has begun: it asks again, and reads the message. */
async function mayGoOn(ctx: Context, { mayStillFollow }: Following): Promise<boolean> {
  if (!(await isOpenFor(ctx)) || !(await isSessionLive(ctx))) return false;
  return (await mayStillFollow?.()) !== false;
}

/** Rings when the scope has news, the caller may no longer be let in, or messages may have been missed. */
function createAlarm(ctx: Context, scope: Scope) {
  const userId = 'userId' in ctx.actor ? ctx.actor.userId : undefined;
  let rung = Promise.withResolvers<void>();
  const ring = () => rung.resolve();
  const offs = [
    ctx.bus.on('feed', (subject) => subject === scope && ring()),
    ctx.bus.on('principal', (subject) => (subject === userId || subject === EVERYBODY) && ring()),
    ctx.bus.on(SETTINGS_TOPIC, ring),
    ctx.bus.onGap(ring),
  ];
  return {
    reset: () => {
      rung = Promise.withResolvers<void>();
    },
    async rings(ms: number, signal: AbortSignal): Promise<boolean> {
      const timer = new AbortController();
      const asleep = wait(ms, false, { signal: AbortSignal.any([signal, timer.signal]) }).catch(() => false);
      const result = await Promise.race([rung.promise.then(() => true), asleep]);
      timer.abort();
      return result;
    },
    stop: () => {
      for (const off of offs) off();
    },
  };
}
