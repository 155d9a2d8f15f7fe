import { FEED_HEARTBEAT_SECONDS } from '#contract/constants.ts';
import { ApiError } from '../net/api-error.ts';
import { createEventParser, readText, type StreamEvent } from './event-stream.ts';
import { isMaintenance } from '../net/maintenance.ts';
import { send } from '../net/send.ts';
import { checkSession, reportFailure, withAccessToken } from '../session/session.ts';
import { isShownElsewhere } from '../session/session-failure.ts';

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;
/** One and a half heartbeat intervals: after this much silence the connection counts as dead. */
const SILENCE = FEED_HEARTBEAT_SECONDS * 1_500;

export interface Followed {
  path: string;
  /** Events after this number are sent; without it only new ones. */
  since?: number;
  onEvent: (event: StreamEvent) => void;
  /** The connection broke or could not be opened, and is retried; with the server's error where there is one. */
  onLost?: (error: unknown) => void;
  /** Not retried: the session has ended, or what was followed is gone or not accessible any more. */
  onOver?: (error: unknown) => void;
  /** The server closed the feed because the caller's access has changed. */
  onEnded?: () => void;
}

export interface Following {
  stop: () => void;
  /** Reconnects at once instead of waiting for the backoff; aborts a connection that has missed its heartbeat. */
  reconnectNow: () => void;
}

/**
 * Keeps a feed open until stopped: resumes from the last event id, reconnects with exponential backoff and jitter, and at once
 * when the window gets the focus or the network is back.
 */
export function followFeed({ path, since, onEvent, onLost, onOver, onEnded }: Followed): Following {
  const stopping = new AbortController();
  const isStopped = () => stopping.signal.aborted;
  const start = since === undefined ? path : `${path}?since=${since}`;
  let connection: AbortController | undefined;
  let lastId: string | undefined;
  let heardAt = 0;
  let failures = 0;
  let endPause = () => {};

  const listen = async () => {
    connection = new AbortController();
    const { signal, abort } = controls(connection);
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
      // A connection aborted by us has not failed: it is only opened again.
      if (!signal.aborted) throw error;
    } finally {
      clearTimeout(silence);
      connection = undefined;
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

  const reconnectNow = () => {
    // After the machine slept, the connection may be half open: the server has closed it, and nothing arrives any more.
    if (connection && Date.now() - heardAt > SILENCE) connection.abort();
    failures = 0;
    endPause();
  };
  const lookAgain = () => {
    if (!document.hidden) reconnectNow();
  };
  const wakers = [
    [window, 'focus'],
    [window, 'online'],
    [document, 'visibilitychange'],
  ] as const;
  for (const [target, name] of wakers) target.addEventListener(name, lookAgain);
  // Offline, an open connection may hang without an error: it is aborted, and opened again by the `online` event.
  const drop = () => connection?.abort();
  window.addEventListener('offline', drop);
  void run();

  const stop = () => {
    stopping.abort();
    for (const [target, name] of wakers) target.removeEventListener(name, lookAgain);
    window.removeEventListener('offline', drop);
    connection?.abort();
    endPause();
  };
  return { stop, reconnectNow };
}

/** Errors that a retry cannot resolve: no session, no access, no such project. Maintenance ends by itself. */
function isFinal(error: unknown) {
  if (isMaintenance(error)) return false;
  return isShownElsewhere(error) || (error instanceof ApiError && (error.status === 403 || error.status === 404));
}

function controls(controller: AbortController) {
  return { signal: controller.signal, abort: () => controller.abort() };
}
