import { resolve } from 'node:path';
import { z } from 'zod';
import { FEED_HEARTBEAT_SECONDS } from '#contract/constants.ts';
import { listDatabaseHosts } from './db/database-hosts.ts';
import { isLocalUrl } from './local-address.ts';
import { StartError } from './start-error.ts';

const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
);
/** Sent in a header, which takes visible ASCII only. */
const headerValue = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]+$/);
const httpUrl = z.url({ protocol: /^https?$/ }).transform((value) => value.replace(/\/+$/, ''));

/** Each variable with its schema and, for the error message, what it accepts. */
const VARIABLES = {
  PORT: { schema: z.coerce.number().int().min(1).max(65535).default(3000), takes: 'a port number, 1 to 65535' },
  HOST: {
    schema: z.string().min(1).default('127.0.0.1'),
    takes: 'an address to listen on, such as 127.0.0.1 or 0.0.0.0',
  },
  BATON_URL: { schema: httpUrl.optional(), takes: 'the public address, such as https://baton.example' },
  BATON_DATA: { schema: z.string().min(1).default('./data'), takes: 'a directory' },
  DATABASE_URL: {
    // Not z.url: a connection string with a socket directory instead of a host is not a valid URL.
    schema: z
      .string()
      .regex(/^postgres(ql)?:\/\/\S+$/)
      .optional(),
    takes:
      'a PostgreSQL address, such as postgres://user:password@host:5432/baton, or one with several hosts: …@host1:5432,host2:5432/baton',
  },
  DATABASE_POOL: {
    schema: z.coerce.number().int().min(2).max(200).default(12),
    takes: 'a number of connections, 2 to 200',
  },
  BATON_SECRET: { schema: z.string().min(32).optional(), takes: 'at least 32 random characters' },
  BATON_KIND: {
    schema: z.enum(['team', 'service']).optional(),
    takes: 'team (people you invite, no plans) or service (anyone signs up, Free and Pro)',
  },
  BATON_ADMIN_EMAILS: {
    schema: list.pipe(z.array(z.email().toLowerCase())).default([]),
    takes: 'email addresses separated by commas',
  },
  BATON_TRUSTED_PROXIES: {
    schema: list.pipe(z.array(z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]))).default([]),
    takes: 'addresses or ranges of your proxies separated by commas, such as 127.0.0.1,10.0.0.0/8',
  },
  BATON_REQUESTS_PER_MINUTE: {
    schema: z.coerce.number().int().min(0).max(1_000_000).default(1_200),
    takes: 'how many requests one account or address may send in a minute; 0 for no limit',
  },
  BATON_DRAIN_SECONDS: {
    schema: z.coerce.number().int().min(0).max(300).default(0),
    takes: 'for how many seconds a stopping server says so and still serves, 0 to 300',
  },
  BATON_CLOCK: {
    schema: z.enum(['database', 'machine']).default('database'),
    takes: 'database or machine: whose time leases and changes are told by',
  },
  BATON_METRICS_TOKEN: { schema: z.string().min(16).optional(), takes: 'at least 16 characters' },
  BATON_LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
    takes: 'fatal, error, warn, info, debug, trace or silent',
  },
  BATON_LOG_DAYS: {
    schema: z.coerce.number().int().min(1).max(3_650).default(30),
    takes: 'how many days error and activity logs are kept, 1 to 3650',
  },
  BATON_DELETED_DAYS: {
    schema: z.coerce.number().int().min(1).max(3_650).default(30),
    takes: 'how many days a deleted project is kept before it is gone for good, 1 to 3650',
  },
  BATON_FEED_DAYS: {
    // The project cards draw fourteen days of it.
    schema: z.coerce.number().int().min(14).max(3_650).default(90),
    takes: 'how many days the feed of changes is kept, 14 to 3650',
  },
  SMTP_URL: {
    schema: z.url({ protocol: /^smtps?$/, hostname: /.*/ }).optional(),
    takes: 'an SMTP address, such as smtps://user:password@mail.example:465',
  },
  MAIL_FROM: {
    schema: z.string().min(3).default('Baton <baton@localhost>'),
    takes: 'a sender, such as Baton <baton@example.com>',
  },
  BATON_OAUTH_CIMD: {
    schema: z.enum(['on', 'off']).optional(),
    takes: 'on or off: whether apps that sign in may be known by the document at their address, which is fetched',
  },
  BATON_PRIVATE_WEBHOOKS: {
    schema: z.enum(['on', 'off']).optional(),
    takes: 'on or off: whether webhooks of projects may go to http and to addresses of private networks',
  },
  GOOGLE_CLIENT_ID: { schema: z.string().min(1).optional(), takes: 'the client id of your Google application' },
  GOOGLE_CLIENT_SECRET: { schema: z.string().min(1).optional(), takes: 'the client secret of your Google application' },
  GOOGLE_ISSUER: { schema: httpUrl.default('https://accounts.google.com'), takes: 'the address of an OpenID issuer' },
  ANTHROPIC_API_KEY: { schema: headerValue.optional(), takes: 'the API key of your Anthropic account' },
  ANTHROPIC_BASE_URL: {
    schema: httpUrl.default('https://api.anthropic.com'),
    takes: 'the address of the Anthropic API or of a proxy for it, such as https://api.anthropic.com',
  },
  OPENAI_COMPATIBLE_URL: {
    schema: httpUrl.optional(),
    takes: 'the address of an OpenAI-compatible API, such as http://localhost:11434/v1',
  },
  OPENAI_COMPATIBLE_KEY: { schema: headerValue.optional(), takes: 'the API key of that endpoint' },
  OPENAI_COMPATIBLE_MODEL: { schema: z.string().min(1).max(200).optional(), takes: 'the name of a model there' },
  BATON_SANDBOX_PAYMENTS: {
    schema: z.enum(['on', 'off']).optional(),
    takes: 'on or off: whether the sandbox, in which no money moves, sells Pro where PayPal is not set up',
  },
  PAYPAL_CLIENT_ID: { schema: headerValue.optional(), takes: 'the client id of your PayPal application' },
  PAYPAL_CLIENT_SECRET: { schema: headerValue.optional(), takes: 'the client secret of your PayPal application' },
  PAYPAL_WEBHOOK_ID: { schema: headerValue.optional(), takes: 'the id of the webhook in your PayPal application' },
  PAYPAL_PLAN_ID: { schema: headerValue.optional(), takes: 'the id of the billing plan that Pro is sold with' },
  PAYPAL_BASE_URL: {
    // A secret is sent there: plain http is allowed on localhost only, for test doubles of PayPal.
    schema: httpUrl
      .refine((value) => /^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/.test(value))
      .default('https://api-m.paypal.com'),
    takes: 'the https address of the PayPal API: https://api-m.paypal.com or https://api-m.sandbox.paypal.com',
  },
} as const;

type Variables = { [K in keyof typeof VARIABLES]: z.output<(typeof VARIABLES)[K]['schema']> };

export interface Config {
  port: number;
  host: string;
  /** Public URL, without a trailing slash. */
  url: string;
  dataDirectory: string;
  databaseUrl: string | undefined;
  databasePool: number;
  secret: string | undefined;
  /** The kind of instance where the environment sets it; the console then shows it read-only. */
  kind: 'team' | 'service' | undefined;
  adminEmails: string[];
  trustedProxies: string[];
  requestsPerMinute: number;
  /**
   * Drain time of a graceful shutdown: readiness fails while requests are still served, until the load balancer has
   * noticed.
   */
  drainSeconds: number;
  metricsToken: string | undefined;
  logLevel: string;
  /** Retention of error and activity logs. */
  logDays: number;
  /** Retention of deleted projects. */
  deletedDays: number;
  /** Retention of feed events. */
  feedDays: number;
  /** Uses the machine's clock instead of the database's, for whoever sets the clock of one process, such as a test. */
  hasOwnClock: boolean;
  /** Polling interval of feed readers without a notification, because notifications can be lost. */
  feedLookMs: number;
  smtpUrl: string | undefined;
  mailFrom: string;
  /** Whether OAuth clients may be identified by a metadata document at their URL, which this server then fetches. */
  fetchesClientMetadata: boolean;
  /** Whether webhooks may reach private addresses, where the environment sets it; the console then shows it read-only. */
  privateWebhooks: boolean | undefined;
  google: { clientId: string; clientSecret: string; issuer: string } | undefined;
  /** Language models for planning; the first that is set is used. */
  anthropic: { apiKey: string; url: string } | undefined;
  openAiCompatible: { url: string; apiKey: string | undefined; model: string } | undefined;
  paypal: PayPalConfig | undefined;
  /** Without PayPal: whether the sandbox sells Pro, without taking money. */
  sandboxSells: boolean;
  /** Node's own switch for TLS connections to others; off means that any certificate is taken. */
  checksCertificates: boolean;
}

export interface PayPalConfig {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  planId: string;
  url: string;
}

/**
 * Reads the environment once. An invalid value stops the start with one line that names the variable and what it
 * accepts.
 */
export function readConfig(env: Record<string, string | undefined> = process.env): Config {
  const values = readVariables(env);
  if ((values.GOOGLE_CLIENT_ID === undefined) !== (values.GOOGLE_CLIENT_SECRET === undefined)) {
    throw new StartError('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are set together or not at all.');
  }
  if ((values.OPENAI_COMPATIBLE_URL === undefined) !== (values.OPENAI_COMPATIBLE_MODEL === undefined)) {
    throw new StartError('OPENAI_COMPATIBLE_URL and OPENAI_COMPATIBLE_MODEL are set together or not at all.');
  }
  if (values.DATABASE_URL !== undefined) listDatabaseHosts(values.DATABASE_URL);
  const paypal = readPayPal(values);
  const url = values.BATON_URL ?? `http://localhost:${values.PORT}`;
  return {
    paypal,
    // On a public URL anybody could give themselves Pro: there the operator must enable it.
    sandboxSells: paypal === undefined && (values.BATON_SANDBOX_PAYMENTS ?? (isLocalUrl(url) ? 'on' : 'off')) === 'on',
    checksCertificates: env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0',
    port: values.PORT,
    host: values.HOST,
    url,
    dataDirectory: resolve(values.BATON_DATA),
    databaseUrl: values.DATABASE_URL,
    databasePool: values.DATABASE_POOL,
    secret: values.BATON_SECRET,
    kind: values.BATON_KIND,
    adminEmails: values.BATON_ADMIN_EMAILS,
    trustedProxies: values.BATON_TRUSTED_PROXIES,
    requestsPerMinute: values.BATON_REQUESTS_PER_MINUTE,
    drainSeconds: values.BATON_DRAIN_SECONDS,
    metricsToken: values.BATON_METRICS_TOKEN,
    logLevel: values.BATON_LOG_LEVEL,
    logDays: values.BATON_LOG_DAYS,
    deletedDays: values.BATON_DELETED_DAYS,
    feedDays: values.BATON_FEED_DAYS,
    hasOwnClock: values.BATON_CLOCK === 'machine',
    feedLookMs: FEED_HEARTBEAT_SECONDS * 1_000,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    // A local server often cannot reach the internet; there clients use dynamic registration instead.
    fetchesClientMetadata: (values.BATON_OAUTH_CIMD ?? (url.startsWith('https:') ? 'on' : 'off')) === 'on',
    privateWebhooks: values.BATON_PRIVATE_WEBHOOKS === undefined ? undefined : values.BATON_PRIVATE_WEBHOOKS === 'on',
    google:
      values.GOOGLE_CLIENT_ID !== undefined && values.GOOGLE_CLIENT_SECRET !== undefined
        ? { clientId: values.GOOGLE_CLIENT_ID, clientSecret: values.GOOGLE_CLIENT_SECRET, issuer: values.GOOGLE_ISSUER }
        : undefined,
    anthropic:
      values.ANTHROPIC_API_KEY === undefined
        ? undefined
        : { apiKey: values.ANTHROPIC_API_KEY, url: values.ANTHROPIC_BASE_URL },
    openAiCompatible:
      values.OPENAI_COMPATIBLE_URL !== undefined && values.OPENAI_COMPATIBLE_MODEL !== undefined
        ? {
            url: values.OPENAI_COMPATIBLE_URL,
            apiKey: values.OPENAI_COMPATIBLE_KEY,
            model: values.OPENAI_COMPATIBLE_MODEL,
          }
        : undefined,
  };
}

function readPayPal(values: Variables): PayPalConfig | undefined {
  const [clientId, clientSecret, webhookId, planId] = [
    values.PAYPAL_CLIENT_ID,
    values.PAYPAL_CLIENT_SECRET,
    values.PAYPAL_WEBHOOK_ID,
    values.PAYPAL_PLAN_ID,
  ];
  if (clientId !== undefined && clientSecret !== undefined && webhookId !== undefined && planId !== undefined)
    return { clientId, clientSecret, webhookId, planId, url: values.PAYPAL_BASE_URL };
  if ([clientId, clientSecret, webhookId, planId].every((value) => value === undefined)) return undefined;
  throw new StartError(
    'PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID and PAYPAL_PLAN_ID are set together or not at all.',
  );
}

function readVariables(env: Record<string, string | undefined>): Variables {
  const entries = Object.entries(VARIABLES).map(([name, { schema, takes }]) => {
    // An empty variable in a compose or service file means "not set".
    const parsed = schema.safeParse(env[name] === '' ? undefined : env[name]);
    if (!parsed.success) throw new StartError(`${name} takes ${takes}.`);
    return [name, parsed.data];
  });
  return Object.fromEntries(entries) as Variables;
}
