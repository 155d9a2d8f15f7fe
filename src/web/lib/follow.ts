import { FEED_HEARTBEAT_SECONDS } from '#contract/constants.ts';
import { createEventParser, readText, type StreamEvent } from './event-stream.ts';
import { isMaintenance } from './maintenance.ts';
import { send } from './send.ts';
import { checkSession, getAccessToken, reportFailure } from './session.ts';
import { isShownElsewhere } from './session-failure.ts';

const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 30_000;
/** A heartbeat missed and a little: the line is dead even if nobody said so. */
const SILENCE = FEED_HEARTBEAT_SECONDS * 1_500;

export interface Followed {
  path: string;
  onEvent: (event: StreamEvent) => void;
}

/**
 * Keeps a feed open until told to stop: goes on from the last number it saw, waits longer after each failure, and tries
 * at once when the window is looked at again or the network comes back.
 */
export function followFeed({ path, onEvent }: Followed): () => void {
  const stopping = new AbortController();
  const isStopped = () => stopping.signal.aborted;
  let line: AbortController | undefined;
  let lastId: string | undefined;
  let heardAt = 0;
  let failures = 0;
  let hurry = () => {};

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
      const token = await getAccessToken();
      const resume = lastId === undefined ? undefined : { 'last-event-id': lastId };
      const response = await send({
        method: 'GET',
        path,
        token,
        headers: { accept: 'text/event-stream', ...resume },
        signal,
      });
      if (response.body) {
        await readText(response.body, (text) => {
          heard();
          parse(text);
        });
      }
      if (ended && !isStopped()) await checkSession();
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
      hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const run = async () => {
    while (!isStopped()) {
      try {
        await listen();
      } catch (error) {
        if (isStopped()) return;
        reportFailure(error);
        // Without a session there is nothing left to follow; maintenance passes.
        if (isShownElsewhere(error) && !isMaintenance(error)) return;
      }
      if (!isStopped()) await pause();
    }
  };

  const lookAgain = () => {
    if (document.hidden) return;
    // A machine that slept may hold a connection whose other end is long gone.
    if (line && Date.now() - heardAt > SILENCE) line.abort();
    failures = 0;
    hurry();
  };
  const wakers = [
    [window, 'focus'],
    [window, 'online'],
    [document, 'visibilitychange'],
  ] as const;
  for (const [target, name] of wakers) target.addEventListener(name, lookAgain);
  void run();

  return () => {
    stopping.abort();
    for (const [target, name] of wakers) target.removeEventListener(name, lookAgain);
    line?.abort();
    hurry();
  };
}

function controls(controller: AbortController) {
  return { signal: controller.signal, abort: () => controller.abort() };
}
