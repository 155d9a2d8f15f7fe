import { type App, buildApp } from '#server/app.ts';
import { type Config, readConfig } from '#server/platform/config.ts';
import { type Actor, type Context, systemContext } from '#server/platform/context.ts';
import { createLogger } from '#server/platform/log.ts';
import type { Mail, Mailer } from '#server/platform/mail/index.ts';
import { type OpenServices, openServices } from '#server/services.ts';
import { createTestDatabase } from './database.ts';

export const TEST_SECRET = 'a-secret-of-the-tests-and-of-nothing-else';

/**
 * A fake clock that stands still until advanced. It starts at the real time, because the database has a clock as well.
 */
export interface TestClock {
  now(): Date;
  advance(ms: number): void;
}

export interface TestServices extends OpenServices {
  clock: TestClock;
  /** Sent mails, oldest first. */
  sent: Mail[];
  databaseUrl: string;
  contextFor(actor: Actor): Context;
}

interface ServiceOptions {
  env?: Record<string, string>;
  /** For a second server on the database of the first. */
  databaseUrl?: string;
  mail?: Mailer['kind'];
}

/** All services of a server, on a database of its own; only clock and mail transport are fakes. */
export async function openTestServices(options: ServiceOptions = {}): Promise<TestServices> {
  const database = options.databaseUrl === undefined ? await createTestDatabase() : undefined;
  const databaseUrl = options.databaseUrl ?? database?.url ?? '';
  const clock = createTestClock();
  const config: Config = readConfig({
    BATON_SECRET: TEST_SECRET,
    BATON_REQUESTS_PER_MINUTE: '0',
    DATABASE_POOL: '6',
    ...options.env,
  });
  const services = await openServices(config, databaseUrl, createLogger('silent'), clock.now);
  const sent: Mail[] = [];
  const mail: Mailer = {
    kind: options.mail ?? 'outbox',
    send: async (letter) => void sent.push(letter),
    probe: async () => ({ ok: true, detail: 'kept by the test' }),
    close: async () => undefined,
  };
  const all = { ...services, mail };
  return {
    ...all,
    clock,
    sent,
    databaseUrl,
    contextFor: (actor) => ({ ...systemContext(all, 'test'), actor }),
    dispose: async () => {
      await services.dispose();
      await database?.drop();
    },
  };
}

export interface TestServer extends TestServices {
  app: App;
  http: App['http'];
}

/** The whole server, for injected requests. */
export async function startTestServer(
  options: ServiceOptions &
    Pick<
      Parameters<typeof buildApp>[1],
      'webDirectory' | 'extendMcp' | 'engine' | 'payments' | 'limits' | 'webhooks'
    > = {},
): Promise<TestServer> {
  const services = await openTestServices(options);
  const { webDirectory, extendMcp, engine, payments, limits, webhooks } = options;
  const app = await buildApp(services, {
    secret: TEST_SECRET,
    checkAnswers: true,
    ...(webDirectory === undefined ? {} : { webDirectory }),
    ...(extendMcp === undefined ? {} : { extendMcp }),
    ...(engine === undefined ? {} : { engine }),
    ...(payments === undefined ? {} : { payments }),
    ...(limits === undefined ? {} : { limits }),
    ...(webhooks === undefined ? {} : { webhooks }),
  });
  await app.http.ready();
  return {
    ...services,
    app,
    http: app.http,
    dispose: async () => {
      await app.close();
      await services.dispose();
    },
  };
}

function createTestClock(): TestClock {
  let time = Date.now();
  return {
    now: () => new Date(time),
    advance: (ms) => {
      time += ms;
    },
  };
}
