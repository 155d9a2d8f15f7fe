import { setTimeout as wait } from 'node:timers/promises';
import type { Relay } from './relay.ts';

const EVERY_MS = 10_000;
/** Sooner where a task was taken or has ended. */
const LOOK_MS = 1_000;
const NEXT_SHOWN = 3;

/** Keeps what is ready and what comes next, which only people are shown. */
export async function followQueue(relay: Relay, signal: AbortSignal): Promise<void> {
  const { calls, project, options } = relay.ground;
  while (!signal.aborted) {
    const before = relay.taken + relay.results.length;
    try {
      const { queue, ready } = await calls.readView(project.id, options.only, signal);
      const shown = queue.slice(0, NEXT_SHOWN).map(({ number, title, try: tried }) => {
        const again = tried > 1 ? ` try ${tried}` : '';
        return `T${number} ${title}${again}`;
      });
      relay.ready = ready;
      relay.next = queue.length > NEXT_SHOWN ? [...shown, `${queue.length - NEXT_SHOWN} more`] : shown;
    } catch {
      // It is asked again, and nothing depends on it.
    }
    for (let waited = 0; waited < EVERY_MS && !signal.aborted; waited += LOOK_MS) {
      await wait(LOOK_MS, undefined, { signal }).catch(() => undefined);
      if (relay.taken + relay.results.length !== before) break;
    }
  }
}
