import { afterAll, beforeAll, expect, test } from 'vitest';
import { setTimeout } from '#server/platform/guard.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';
import { PATIENT } from '#test/patience.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

const recorded = async () => {
  const { rows } = await server.database.pool.query<object>(
    `select g.level, g.category, g.message, g.seen, g.context ->> 'stack' as stack from error_groups g`,
  );
  return rows;
};

test('an error in a timer or a listener is in the Error Logs with its stack, counted, and the server goes on', async () => {
  setTimeout(() => {
    throw new TypeError('a timer broke');
  }, 0);
  server.bus.on('topic', () => {
    throw new TypeError('a listener broke');
  });
  server.bus.tellHere('topic', 'subject');
  const row = (message: string) => ({
    level: 'error',
    category: 'service',
    message,
    seen: 1,
    stack: expect.stringMatching(`^TypeError: ${message}\n +at .*guarded-errors\\.test\\.ts`) as string,
  });
  await expect.poll(recorded, PATIENT).toEqual(expect.arrayContaining([row('a timer broke'), row('a listener broke')]));
  expect(await server.metrics.registry.metrics()).toContain('baton_errors_total{category="service"} 2');
  expect((await server.http.inject('/healthz')).statusCode).toBe(200);
});
