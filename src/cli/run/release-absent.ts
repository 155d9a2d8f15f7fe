import type { Relay } from './relay.ts';

/** Batons of agents that the resumed run no longer has come back at once: the others take their tasks up. */
export async function releaseAbsent(relay: Relay): Promise<void> {
  const { calls, run } = relay.ground;
  const names = new Set(relay.agents.map(({ name }) => name));
  const absent = new Set(
    relay.left.filter(({ agent, entry }) => !names.has(agent) && entry.runId === run).map(({ agent }) => agent),
  );
  for (const worker of absent) {
    const number = relay.left.find(({ agent }) => agent === worker)?.number;
    if (number === undefined) continue;
    const { claimed } = await calls.claim(run, { worker, number }, relay.stopNow).catch(() => ({ claimed: null }));
    if (claimed === null) continue;
    await calls.finish(
      run,
      {
        worker,
        task_id: claimed.task.id,
        baton: claimed.token,
        try: 1,
        tries: relay.ground.options.tries,
        outcome: 'released',
        reason: `The run goes on without ${worker}.`,
      },
      relay.stopNow,
    );
  }
}
