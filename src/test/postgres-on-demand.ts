import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import type { Connection } from '#server/platform/db/embedded/index.ts';
import { startTestPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the connection of the run's PostgreSQL, which it starts when it is first asked. */
    postgresAddress: string;
  }
}

interface Offer {
  address: string;
  users: number;
  stop(): Promise<void>;
}

/** Every vitest project has its own copy of this module, but all of them run in one process. */
const SHARED = Symbol.for('baton.test-postgres');
const shared = globalThis as { [SHARED]?: Promise<Offer> | undefined };

/**
 * vitest's global setup: one PostgreSQL for the whole run, whichever projects take part, started by the first test that
 * asks for a database. A run of tests that need none starts none.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const offer = await (shared[SHARED] ??= openOffer());
  offer.users += 1;
  project.provide('postgresAddress', offer.address);
  return async () => {
    offer.users -= 1;
    if (offer.users > 0) return;
    shared[SHARED] = undefined;
    await offer.stop();
  };
}

async function openOffer(): Promise<Offer> {
  let started: Promise<{ connection: Connection; stop(): Promise<void> }> | undefined;
  const server = createServer((_request, response) => {
    started ??= startTestPostgres();
    started.then(
      ({ connection }) => response.end(JSON.stringify(connection)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    users: 0,
    stop: async () => {
      server.close();
      await (await started)?.stop();
    },
  };
}
