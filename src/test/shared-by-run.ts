import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { buildCli } from '../../scripts/build-cli.ts';
import { buildServer } from '../../scripts/build-server.ts';
import { bundleOnce, forgetBundles } from './bundle-once.ts';
import { startTestPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's process answers what its tests share. */
    sharedByRun: string;
  }
}

const SOURCES = join(import.meta.dirname, '..');
const BUNDLE = '/bundle/';
const CLI_FOLDER = join(import.meta.dirname, '../../dist/cli-of-tests');

interface Sharing {
  address: string;
  projects: number;
  stop(): Promise<void>;
}

/** Every vitest project loads its own copy of this module, but all of them run in one process. */
const SHARED = Symbol.for('baton.shared-by-run');
const shared = globalThis as { [SHARED]?: Promise<Sharing> | undefined };

/**
 * vitest's global setup: one PostgreSQL, one built server, one built command line and one bundle of each thread for the
 * whole run, whichever projects take part. Each is made when a test first asks for it, so a run of tests that need none of them makes none.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const sharing = await (shared[SHARED] ??= startSharing());
  sharing.projects += 1;
  project.provide('sharedByRun', sharing.address);
  project.onTestsRerun(async () => forgetBundles());
  return async () => {
    sharing.projects -= 1;
    if (sharing.projects > 0) return;
    shared[SHARED] = undefined;
    await sharing.stop();
  };
}

async function startSharing(): Promise<Sharing> {
  let postgres: ReturnType<typeof startTestPostgres> | undefined;
  let server: Promise<string> | undefined;
  let cli: Promise<string> | undefined;
  const make: Record<string, () => Promise<unknown>> = {
    '/postgres': async () => (await (postgres ??= startTestPostgres())).connection,
    '/server': () => (server ??= buildServer(() => undefined)),
    '/cli': () => (cli ??= buildCli(CLI_FOLDER).then(() => join(CLI_FOLDER, 'baton.mjs'))),
  };
  const answer = (url: string) =>
    url.startsWith(BUNDLE) ? bundleOnce(join(SOURCES, url.slice(BUNDLE.length))) : make[url]?.();
  const door = createServer((request, response) => {
    answer(request.url ?? '')?.then(
      (made) => response.end(JSON.stringify(made)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    projects: 0,
    stop: async () => {
      door.close();
      door.closeAllConnections();
      await (await postgres)?.stop();
    },
  };
}
