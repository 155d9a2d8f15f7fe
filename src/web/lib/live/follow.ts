import { FEED_HEARTBEAT_SECONDS } from '#contract/constants.ts';
import { ApiError } from '../net/api-error.ts';
import { createEventParser, readText, type StreamEvent } from './event-stream.ts';
import { isMaintenance } from '../net/maintenance.ts';
import { send } from '../net/send.ts';
import { checkSession, reportFailure, withAccessToken } from '../session/session.ts';
import { isShownElsewhere } from '../session/session-failure.ts';

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;
/** A heartbeat missed and a little: the line is dead even if nobody said so. */
const SILENCE = FEED_HEARTBEAT_SECONDS * 1_500;

export interface Followed {
  path: string;
  /** The number to begin after; without it the feed begins at the newest event. */
  since?: number;
  onEvent: (event: StreamEvent) => void;
  /** The line broke or could not be opened, and is tried again; an error where the server gave one. */
  onLost?: (error: unknown) => void;
  /** Nothing more will come: the session is over, or what was followed is not there for this person any more. */
  onOver?: (error: unknown) => void;
  /** The server closed the feed because the caller's standing has changed. */
  onEnded?: () => void;
}

export interface Following {
  stop: () => void;
  /** Tries at once instead of waiting; a line that has been silent for too long is given up. */
  hurry: () => void;
}

/**
 * Keeps a feed open until told to stop: goes on from the last number it saw, waits longer after each failure, and tries
 * at once when the window is looked at again or the network comes back.
 */
export function followFeed({ path, since, onEvent, onLost, onOver, onEnded }: Followed): Following {
  const stopping = new AbortController();
  const isStopped = () => stopping.signal.aborted;
  const start = since === undefined ? path : `${path}?since=${since}`;
  let line: AbortController | undefined;
  let lastId: string | undefined;
  let heardAt = 0;
  let failures = 0;
  let endPause = () => {};

  const listen = async () => {
    line = new AbortController();
    const { signal, abort } = controls(line);
    let silence: ReturnType<typeof setTimeout> | undefined;
    const heard = () => {
      heardAt = Date.now();
      clearTimeout(silence);
      silence = setTimeout(abort, SILENCE);
    };
    let ended = false;
    const parse = createEventParser((event) => {
      failures = 0;
      lastId = event.id ?? lastId;
      if (event.type === 'ended') ended = true;
      else if (!isStopped()) onEvent(event);
    });
    try {
      heard();
      const resume = lastId === undefined ? undefined : { 'last-event-id': lastId };
      const headers = { accept: 'text/event-stream', ...resume };
      const response = await withAccessToken((token) => send({ method: 'GET', path: start, token, headers, signal }));
      if (response.body) {
        await readText(response.body, (text) => {
          heard();
          parse(text);
        });
      }
      if (ended && !isStopped()) {
        onEnded?.();
        await checkSession();
      }
    } catch (error) {
      // A line we gave up ourselves has not failed; it is opened again.
      if (!signal.aborted) throw error;
    } finally {
      clearTimeout(silence);
      line = undefined;
    }
  };

  const pause = () =>
    new Promise<void>((resolve) => {
      const longest = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures);
      failures += 1;
      const timer = setTimeout(resolve, longest * (0.5 + Math.random() / 2));
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async () => {
    while (!isStopped()) {
      let failure: unknown;
      try {
        await listen();
      } catch (error) {
        if (isStopped()) return;
        reportFailure(error);
        if (isFinal(error)) {
          onOver?.(error);
          return;
        }
        failure = error;
      }
      if (isStopped()) return;
      onLost?.(failure);
      await pause();
    }
  };

  const hurry = () => {
    // A machine that slept may hold a connection whose other end is long gone.
    if (line && Date.now() - heardAt > SILENCE) line.abort();
    failures = 0;
    endPause();
  };
  const lookAgain = () => {
    if (!document.hidden) hurry();
  };
  const wakers = [
    [window, 'focus'],
    [window, 'online'],
    [document, 'visibilitychange'],
  ] as const;
  for (const [target, name] of wakers) target.addEventListener(name, lookAgain);
  // Without a network an open line only looks alive; it is taken up again as soon as there is one.
  const drop = () => line?.abort();
  window.addEventListener('offline', drop);
  void run();

  const stop = () => {
    stopping.abort();
    for (const [target, name] of wakers) target.removeEventListener(name, lookAgain);
    window.removeEventListener('offline', drop);
    line?.abort();
    endPause();
  };
  return { stop, hurry };
}

/** Without a session, or what it is about, there is nothing left to follow; maintenance passes. */
function isFinal(error: unknown) {
  if (isMaintenance(error)) return false;
  return isShownElsewhere(error) || (error instanceof ApiError && (error.status === 403 || error.status === 404));
}

function controls(controller: AbortController) {
  return { signal: controller.signal, abort: () => controller.abort() };
}
