import { describe, expect, it } from 'vitest';
import type { SafetySeverity } from '#contract/admin-safety.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Facts } from './facts.ts';
import { isGuessable } from './is-guessable.ts';
import { judgeAll } from './judge-all.ts';

const NOW = new Date('2026-06-15T12:00:00Z');
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS);
const SECRET = 'kX0v9bN3qLr7TzYw2mEaHs5cUdJgPfQi';

const BASE = { BATON_SECRET: SECRET };
const PUBLIC = {
  ...BASE,
  BATON_URL: 'https://baton.example',
  BATON_TRUSTED_PROXIES: '127.0.0.1',
  DATABASE_URL: 'postgres://baton:x@db.example:5432/baton?sslmode=verify-full',
  SMTP_URL: 'smtps://baton:x@mail.example:465',
  BATON_METRICS_TOKEN: '8f2c41d97ab3e650',
  BATON_ADMIN_EMAILS: 'ada@example.com',
  GOOGLE_CLIENT_ID: 'x',
  GOOGLE_CLIENT_SECRET: 'x',
  ANTHROPIC_API_KEY: 'x',
};
const ADA = { email: 'ada@example.com', hasSecondFactor: true, hasPasskey: false, lastSeenAt: NOW };

type Change = Partial<Omit<Facts, 'config'>> & { env?: Record<string, string> };

/** A public server on which nothing is wrong, but for the given changes. */
function facts({ env = {}, ...changes }: Change = {}): Facts {
  const settings = { instanceKind: 'team', signUpBy: 'invited', allowedDomains: [], privateWebhooks: false } as const;
  return {
    now: NOW,
    config: readConfig({ ...PUBLIC, ...env }),
    isReached: true,
    settings: { ...settings, allowedDomains: [] },
    forwarders: [],
    administrators: [ADA],
    withoutSecondFactor: 0,
    unclaimed: [],
    keys: { all: 3, endless: 0, idle: 0 },
    lastBackup: daysAgo(1),
    secret: { from: 'environment', isGuessable: false },
    database: {
      isEncrypted: true,
      isSuperuser: false,
      version: 17,
      serverAddress: '8.8.4.4',
      clientAddress: '198.51.100.4',
    },
    process: { isRoot: false, inspectorUrl: undefined },
    ...changes,
  };
}

const team = (more: Partial<Facts['settings']> = {}): Facts['settings'] => ({ ...facts().settings, ...more });
const database = (more: Partial<Facts['database']>): Facts['database'] => ({ ...facts().database, ...more });
const seen = (...addresses: string[]) =>
  addresses.map((address) => ({ address, header: 'x-forwarded-for', lastSeen: NOW }));

describe('a public server on which nothing is wrong', () => {
  it('has no finding and no doubt, and passes every check', () => {
    const { findings, unknown, passed } = judgeAll(facts());
    expect([findings, unknown]).toEqual([[], []]);
    expect(passed.map(({ id }) => id).toSorted()).toEqual(
      [
        'network.https',
        'network.listens',
        'proxies.trusted',
        'proxies.width',
        'proxies.strangers',
        'access.sign-up',
        'access.second-factor',
        'access.idle-administrators',
        'access.named-administrators',
        'mail.sent',
        'mail.encrypted',
        'data.backup',
        'data.secret',
        'database.encrypted',
        'database.role',
        'database.version',
        'keys.idle',
        'keys.endless',
        'outgoing.webhooks',
        'outgoing.google',
        'outgoing.models',
        'switches.inspector',
        'switches.certificates',
        'switches.root',
        'switches.request-limit',
        'switches.metrics',
        'switches.payments',
        'switches.clock',
      ].toSorted(),
    );
  });
});

describe('exactly one finding', () => {
  it.each<[string, SafetySeverity, string, Change]>([
    ['http on a public address', 'must', 'network.https', { env: { BATON_URL: 'http://baton.example' } }],
    ['http on a private network', 'must', 'network.https', { env: { BATON_URL: 'http://192.168.1.5:3000' } }],
    ['an open port beside the proxy', 'note', 'network.listens', { env: { HOST: '0.0.0.0' } }],
    [
      'an open port though the address is local',
      'should',
      'network.listens',
      { env: { HOST: '::', BATON_URL: 'http://localhost:3000' } },
    ],
    ['no trusted proxy behind https', 'should', 'proxies.trusted', { env: { BATON_TRUSTED_PROXIES: '' } }],
    ['trust in everybody', 'must', 'proxies.width', { env: { BATON_TRUSTED_PROXIES: '0.0.0.0/0' } }],
    ['trust in everybody by IPv6', 'must', 'proxies.width', { env: { BATON_TRUSTED_PROXIES: '127.0.0.1,::/0' } }],
    ['trust in half of the internet', 'must', 'proxies.width', { env: { BATON_TRUSTED_PROXIES: '128.0.0.0/1' } }],
    ['trust in a 256th of the internet', 'must', 'proxies.width', { env: { BATON_TRUSTED_PROXIES: '8.0.0.0/8' } }],
    ['trust beyond a private network', 'must', 'proxies.width', { env: { BATON_TRUSTED_PROXIES: '10.0.0.0/7' } }],
    ['trust in a public network', 'note', 'proxies.width', { env: { BATON_TRUSTED_PROXIES: '173.245.48.0/20' } }],
    ['a proxy nearby that is not trusted', 'should', 'proxies.strangers', { forwarders: seen('172.18.0.5') }],
    ['a stranger who claims to forward', 'note', 'proxies.strangers', { forwarders: seen('8.8.8.8') }],
    ['an instance nobody has spoken for', 'should', 'access.sign-up', { settings: team({ instanceKind: null }) }],
    ['a public service', 'note', 'access.sign-up', { settings: team({ instanceKind: 'service' }) }],
    [
      'a domain where anybody has an address',
      'must',
      'access.sign-up',
      { settings: team({ signUpBy: 'domain', allowedDomains: ['acme.example', 'Gmail.com'] }) },
    ],
    [
      'an administrator with a password alone',
      'should',
      'access.second-factor',
      { administrators: [{ ...ADA, hasSecondFactor: false }], withoutSecondFactor: 1 },
    ],
    [
      'an administrator with a passkey beside the password',
      'note',
      'access.second-factor',
      { administrators: [{ ...ADA, hasSecondFactor: false, hasPasskey: true }], withoutSecondFactor: 1 },
    ],
    [
      'an administrator who has been away',
      'should',
      'access.idle-administrators',
      { administrators: [{ ...ADA, lastSeenAt: daysAgo(91) }] },
    ],
    ['a named administrator without an account', 'note', 'access.named-administrators', { unclaimed: ['a@b.example'] }],
    ['mails that stay', 'should', 'mail.sent', { env: { SMTP_URL: '' } }],
    ['mail without TLS', 'should', 'mail.encrypted', { env: { SMTP_URL: 'smtp://mail.example:587' } }],
    [
      'mail whose TLS is ignored',
      'should',
      'mail.encrypted',
      { env: { SMTP_URL: 'smtp://mail.example?requireTLS=true&ignoreTLS=true' } },
    ],
    [
      'mail to whoever has any certificate',
      'should',
      'mail.encrypted',
      { env: { SMTP_URL: 'smtps://mail.example?tls.rejectUnauthorized=false' } },
    ],
    ['no backup', 'should', 'data.backup', { lastBackup: undefined }],
    ['an old backup', 'should', 'data.backup', { lastBackup: daysAgo(8) }],
    ['a guessable secret', 'must', 'data.secret', { secret: { from: 'environment', isGuessable: true } }],
    [
      'a secret others can read',
      'must',
      'data.secret',
      { secret: { from: 'file', path: '/d/secret', mode: 0o100644 } },
    ],
    [
      'a secret beside the embedded database',
      'note',
      'data.secret',
      { env: { DATABASE_URL: '' }, secret: { from: 'file', path: '/d/secret', mode: 0o100600 } },
    ],
    ['a database in the open', 'must', 'database.encrypted', { database: database({ isEncrypted: false }) }],
    [
      'a database in clear on a private network',
      'note',
      'database.encrypted',
      { database: database({ isEncrypted: false, serverAddress: '10.0.0.9' }) },
    ],
    [
      'a database with any certificate',
      'should',
      'database.encrypted',
      { env: { DATABASE_URL: 'postgres://x@db.example/baton?sslmode=no-verify' } },
    ],
    ['a superuser', 'note', 'database.role', { database: database({ isSuperuser: true }) }],
    [
      'a database without fixes',
      'should',
      'database.version',
      {
        now: new Date('2029-11-09'),
        lastBackup: new Date('2029-11-09'),
        administrators: [{ ...ADA, lastSeenAt: new Date('2029-11-09') }],
      },
    ],
    ['an unused key', 'should', 'keys.idle', { keys: { all: 3, endless: 0, idle: 1 } }],
    ['a key without an end', 'note', 'keys.endless', { keys: { all: 3, endless: 1, idle: 0 } }],
    ['private webhooks of a team', 'note', 'outgoing.webhooks', { settings: team({ privateWebhooks: true }) }],
    ['an issuer over http', 'must', 'outgoing.google', { env: { GOOGLE_ISSUER: 'http://issuer.example' } }],
    ['a model over http', 'should', 'outgoing.models', { env: { ANTHROPIC_BASE_URL: 'http://models.example' } }],
    [
      'a debugger',
      'must',
      'switches.inspector',
      { process: { isRoot: false, inspectorUrl: 'ws://127.0.0.1:9229/5d7' } },
    ],
    ['any certificate', 'must', 'switches.certificates', { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } }],
    ['root', 'should', 'switches.root', { process: { isRoot: true, inspectorUrl: undefined } }],
    ['no limit of requests', 'should', 'switches.request-limit', { env: { BATON_REQUESTS_PER_MINUTE: '0' } }],
    ['a guessable token', 'should', 'switches.metrics', { env: { BATON_METRICS_TOKEN: 'metricsmetricsmetrics' } }],
    ['a sandbox that sells', 'should', 'switches.payments', { env: { BATON_SANDBOX_PAYMENTS: 'on' } }],
    [
      'payments that are a test',
      'should',
      'switches.payments',
      {
        env: {
          PAYPAL_CLIENT_ID: 'x',
          PAYPAL_CLIENT_SECRET: 'x',
          PAYPAL_WEBHOOK_ID: 'x',
          PAYPAL_PLAN_ID: 'x',
          PAYPAL_BASE_URL: 'https://api-m.sandbox.paypal.com',
        },
      },
    ],
    ['the clock of the machine', 'note', 'switches.clock', { env: { BATON_CLOCK: 'machine' } }],
  ])('%s', (_, severity, id, change) => {
    const { findings } = judgeAll(facts(change));
    expect(findings.map((finding) => [finding.id, finding.severity])).toEqual([[id, severity]]);
    const [finding] = findings;
    for (const text of [finding?.wrong, finding?.why, finding?.todo]) expect(text).toMatch(/[.]$/);
  });
});

describe('what is not held against a server', () => {
  it.each<[string, string, Change]>([
    ['a proxy seen before it was trusted', 'proxies.strangers', { forwarders: seen('127.0.0.1') }],
    ['private networks as proxies', 'proxies.width', { env: { BATON_TRUSTED_PROXIES: '10.0.0.0/8,fc00::/7,::1' } }],
    ['STARTTLS that is required', 'mail.encrypted', { env: { SMTP_URL: 'smtp://mail.example?requireTLS=true' } }],
    ['a mail server on the machine', 'mail.encrypted', { env: { SMTP_URL: 'smtp://localhost:25' } }],
    ['a secret in a file of its own', 'data.secret', { secret: { from: 'file', path: '/d/secret', mode: 0o100600 } }],
    [
      'a database on the machine',
      'database.encrypted',
      { database: database({ isEncrypted: false, serverAddress: '127.0.0.1' }) },
    ],
    [
      'a database at the machine’s own address',
      'database.encrypted',
      { database: database({ isEncrypted: false, serverAddress: '8.8.4.4', clientAddress: '8.8.4.4' }) },
    ],
    [
      'a team’s own domain',
      'access.sign-up',
      { settings: team({ signUpBy: 'domain', allowedDomains: ['acme.example'] }) },
    ],
    ['a model on the machine', 'outgoing.models', { env: { ANTHROPIC_BASE_URL: 'http://localhost:11434' } }],
  ])('%s', (_, id, change) => {
    const { findings, passed } = judgeAll(facts(change));
    expect([findings, passed.filter((each) => each.id === id).length]).toEqual([[], 1]);
  });
});

it('webhooks to private networks are for strangers where anyone can sign up', () => {
  const { findings } = judgeAll(facts({ settings: team({ instanceKind: 'service', privateWebhooks: true }) }));
  expect(findings.map(({ id, severity }) => [severity, id])).toEqual([
    ['must', 'outgoing.webhooks'],
    ['note', 'access.sign-up'],
  ]);
});

it('says what could not be checked', () => {
  const { findings, unknown } = judgeAll(
    facts({ secret: { from: 'unreadable file', path: '/d/secret' }, database: database({ version: 99 }) }),
  );
  expect(findings).toEqual([]);
  expect(unknown.map(({ id }) => id)).toEqual(['data.secret', 'database.version']);
});

it('a server that only its machine reaches is told what would matter, as notes', () => {
  const local = facts({
    isReached: false,
    env: { BATON_URL: '', BATON_TRUSTED_PROXIES: '', SMTP_URL: '', DATABASE_URL: '', BATON_REQUESTS_PER_MINUTE: '0' },
    settings: team({ instanceKind: null }),
    administrators: [{ ...ADA, hasSecondFactor: false, lastSeenAt: daysAgo(400) }],
    withoutSecondFactor: 1,
    process: { isRoot: true, inspectorUrl: undefined },
  });
  expect(new Set(judgeAll(local).findings.map(({ severity }) => severity))).toEqual(new Set(['note']));
});

it('no finding shows a password of an address it is about', () => {
  const env = {
    SMTP_URL: 'smtp://baton:hunter2@mail.example:587',
    DATABASE_URL: 'postgres://baton:hunter2@db.example/baton?sslmode=no-verify',
  };
  expect(JSON.stringify(judgeAll(facts({ env })))).not.toContain('hunter2');
});

it.each([
  ['a'.repeat(40), true],

  ['changeme'.repeat(4), true],
  ['password1234'.slice(0, 8).repeat(5), true],
  ['0000000000000001', true],
  ['8f2c41d97ab3e650', false],
  ['deadbeefdeadbeefdeadbeefdeadbeef', true],
  [SECRET, false],
])('%s is guessable: %s', (secret, expected) => {
  expect(isGuessable(secret)).toBe(expected);
});
