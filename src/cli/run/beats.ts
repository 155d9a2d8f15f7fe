import { RUN_BEAT_SECONDS } from '#contract/constants.ts';
import { isFatal } from './server-calls.ts';
import type { Relay } from './relay.ts';

export interface Beats {
  /** Says once more how things stand. */
  close(): Promise<void>;
}

/**
 * Every two seconds what the agents do is told, which renews their batons, and what a person asked of the run is obeyed.
 * Never two at once: while the server is away nothing piles up.
 */
export function openBeats(relay: Relay, everyMs = RUN_BEAT_SECONDS * 1_000): Beats {
  let inFlight: Promise<void> | undefined;
  const beat = () => {
    inFlight ??= tell(relay).finally(() => {
      inFlight = undefined;
    });
    return inFlight;
  };
  const timer = setInterval(() => void beat(), everyMs);
  return {
    async close() {
      clearInterval(timer);
      await inFlight;
      await tell(relay);
    },
  };
}

async function tell(relay: Relay): Promise<void> {
  const { calls, run } = relay.ground;
  const beats = relay.agents.map((agent) => agent.beat());
  try {
    const answer = await calls.beat(
      run,
      beats.map(({ worker }) => worker),
    );
    for (const { told } of beats) told();
    relay.obey(answer);
  } catch (error) {
    // The next beat says the same; a key that is no longer valid stays so.
    if (isFatal(error)) relay.fail(error);
  }
}
