import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENTS } from './try-clients/clients.ts';
import { openWorld } from './try-clients/open-world.ts';
import { type Outcome, describeOutcome } from './try-clients/outcome.ts';
import { SIGN_IN_CLIENTS } from './try-clients/sign-in/sign-in-clients.ts';
import { trySignIn } from './try-clients/sign-in/try-sign-in.ts';
import { tryRelay } from './try-clients/relay/try-relay.ts';
import { type Trial, tryClient } from './try-clients/try-client.ts';

/**
 * Connects real clients from the registry to a server of this checkout and lets each do a task, with a scripted model:
 * `npm run try-clients`, or `npm run try-clients -- claude codex` for some of them. Those with "-sign-in" do
 * the same without a key; a script plays the person who allows it. The last ones only sign in and call a tool.
 * `-- --relay` starts them as `baton run` does instead: on a task that is claimed for them, with what they print read;
 * with `--all` as well, without any limit to what they may run.
 * BATON_TRY_CACHE names a folder that keeps the clients for the next time, BATON_TRY_LOG one for what the models were asked.
 */
const isRelay = process.argv.includes('--relay');
const isAll = process.argv.includes('--all');
const trials: { id: string; name: string; run(trial: Trial): Promise<Outcome> }[] = isRelay
  ? CLIENTS.map((client) => ({ ...client, run: (trial: Trial) => tryRelay(client, isAll ? 'all' : 'edit', trial) }))
  : [
      ...CLIENTS.map((client) => ({ ...client, run: (trial: Trial) => tryClient(client, 'key', trial) })),
      ...CLIENTS.filter(({ signIn }) => signIn !== undefined).map((client) => ({
        id: `${client.id}-sign-in`,
        name: client.name,
        run: (trial: Trial) => tryClient(client, 'sign-in', trial),
      })),
      ...SIGN_IN_CLIENTS.map((client) => ({ ...client, run: (trial: Trial) => trySignIn(client, trial) })),
    ];
const wanted = process.argv.slice(2).filter((word) => word !== '--relay' && word !== '--all');
const odd = wanted.find((word) => !trials.some(({ id }) => id === word));
if (odd !== undefined) {
  console.error(`There is no client ${odd} here. Name some of: ${trials.map(({ id }) => id).join(', ')}.`);
  process.exit(2);
}

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort());

const world = await openWorld();
const cache = process.env['BATON_TRY_CACHE'] ?? join(world.folder, 'packages');
const log = process.env['BATON_TRY_LOG'];
try {
  for (const { id, name, run } of trials.filter((each) => wanted.length === 0 || wanted.includes(each.id))) {
    if (interrupted.signal.aborted) break;
    const trial = { world, cache, signal: interrupted.signal, ...(log === undefined ? {} : keepIn(join(log, id))) };
    const outcome = await run(trial).catch((error: unknown): Outcome => ({
      name,
      version: '',
      failed: 'preparation',
      words: String(error),
    }));
    console.log(describeOutcome(outcome));
    if (outcome.failed !== undefined) process.exitCode = 1;
  }
  if (interrupted.signal.aborted) process.exitCode = 1;
} finally {
  await world.close();
}

function keepIn(folder: string): Pick<Trial, 'listen'> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'requests.jsonl');
  return { listen: (path, body) => appendFileSync(file, `${JSON.stringify({ path, body })}\n`) };
}
