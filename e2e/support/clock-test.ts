import { type ClockInstance, startClockInstance } from './instance.ts';
import { test as base } from './test.ts';

/** Each test gets a server and a database of its own, whose clock it moves. */
export const test = base.extend<{ clock: ClockInstance }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of what a fixture needs here
  clock: async ({}, use) => {
    const server = await startClockInstance();
    await use(server);
    await server.stop();
  },
  server: async ({ clock }, use) => use(clock),
});
