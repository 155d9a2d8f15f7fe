import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

describe('defaults', () => {
  test('are those of a local instance', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      url: 'http://localhost:3000',
      databaseUrl: undefined,
      adminEmails: [],
      google: undefined,
      smtpUrl: undefined,
      anthropic: undefined,
      openAiCompatible: undefined,
    });
  });

  test('an empty variable counts as not set', () => {
    expect(readConfig({ PORT: '', SMTP_URL: '', BATON_ADMIN_EMAILS: '' })).toMatchObject({
      port: 3000,
      smtpUrl: undefined,
      adminEmails: [],
    });
  });

  test('lists are split, trimmed and lower-cased', () => {
    expect(readConfig({ BATON_ADMIN_EMAILS: ' Mira@Example.com, sam@example.com ' }).adminEmails).toEqual([
      'mira@example.com',
      'sam@example.com',
    ]);
  });

  test('the public address loses its trailing slash', () => {
    expect(readConfig({ BATON_URL: 'https://baton.example/' }).url).toBe('https://baton.example');
  });

  test('a model is used once its key, or its address and name, are there', () => {
    expect(readConfig({ ANTHROPIC_API_KEY: ' sk-test ' }).anthropic).toEqual({
      apiKey: 'sk-test',
      url: 'https://api.anthropic.com',
    });
    expect(readConfig({ ANTHROPIC_BASE_URL: 'https://proxy.example' }).anthropic).toBeUndefined();
    const local = { OPENAI_COMPATIBLE_URL: 'http://localhost:11434/v1/', OPENAI_COMPATIBLE_MODEL: 'small' };
    expect(readConfig(local).openAiCompatible).toEqual({
      url: 'http://localhost:11434/v1',
      apiKey: undefined,
      model: 'small',
    });
  });

  test('PayPal is used once all it needs is there, in the clear only on this machine', () => {
    const set = { PAYPAL_CLIENT_ID: 'i', PAYPAL_CLIENT_SECRET: 's', PAYPAL_WEBHOOK_ID: 'w', PAYPAL_PLAN_ID: 'P-1' };
    expect(readConfig({}).paypal).toBeUndefined();
    expect(readConfig(set).paypal).toMatchObject({ planId: 'P-1', url: 'https://api-m.paypal.com' });
    for (const url of ['http://localhost:4100', 'http://127.0.0.1:4100', 'https://api-m.sandbox.paypal.com'])
      expect(readConfig({ ...set, PAYPAL_BASE_URL: url }).paypal?.url).toBe(url);
    expect(() => readConfig({ ...set, PAYPAL_BASE_URL: 'http://api-m.paypal.com' })).toThrow('PAYPAL_BASE_URL');
    expect(() => readConfig({ ...set, PAYPAL_PLAN_ID: '' })).toThrow('together or not at all');
  });

  test('a database behind a socket is accepted', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://baton:pw@/baton?host=/tmp/s' }).databaseUrl).toContain('/tmp/s');
  });
});

describe('a bad value', () => {
  const cases: Record<string, Record<string, string>> = {
    PORT: { PORT: 'eighty' },
    BATON_URL: { BATON_URL: 'baton.example' },
    PAYPAL_BASE_URL: { PAYPAL_BASE_URL: 'http://localhost.evil.example' },
    DATABASE_URL: { DATABASE_URL: 'mysql://db/baton' },
    DATABASE_POOL: { DATABASE_POOL: '0' },
    BATON_SECRET: { BATON_SECRET: 'short' },
    BATON_ADMIN_EMAILS: { BATON_ADMIN_EMAILS: 'mira' },
    BATON_TRUSTED_PROXIES: { BATON_TRUSTED_PROXIES: 'everyone' },
    BATON_METRICS_TOKEN: { BATON_METRICS_TOKEN: 'short' },
    BATON_LOG_LEVEL: { BATON_LOG_LEVEL: 'loud' },
    BATON_LOG_DAYS: { BATON_LOG_DAYS: '0' },
    BATON_DELETED_DAYS: { BATON_DELETED_DAYS: '0' },
    BATON_FEED_DAYS: { BATON_FEED_DAYS: '13' },
    SMTP_URL: { SMTP_URL: 'mail.example:25' },
    ANTHROPIC_API_KEY: { ANTHROPIC_API_KEY: 'two words' },
    ANTHROPIC_BASE_URL: { ANTHROPIC_BASE_URL: 'api.anthropic.com' },
    OPENAI_COMPATIBLE_URL: { OPENAI_COMPATIBLE_URL: 'ftp://models.example', OPENAI_COMPATIBLE_MODEL: 'any' },
    OPENAI_COMPATIBLE_KEY: { OPENAI_COMPATIBLE_KEY: 'line\nbreak' },
    OPENAI_COMPATIBLE_MODEL: { OPENAI_COMPATIBLE_URL: 'http://localhost:11434/v1' },
    GOOGLE_CLIENT_SECRET: { GOOGLE_CLIENT_ID: 'only-half' },
  };
  for (const [name, env] of Object.entries(cases)) {
    test(`of ${name} is one line that names it`, () => {
      expect(() => readConfig(env)).toThrow(new RegExp(`^[^\\n]*${name}[^\\n]*$`));
    });
  }
});

test.each([
  [{}, true],
  [{ BATON_URL: 'http://127.0.0.1:3000' }, true],
  [{ BATON_URL: 'http://[::1]:3000' }, true],
  [{ BATON_URL: 'https://baton.example' }, false],
  [{ BATON_URL: 'http://localhost.evil.example' }, false],
  [{ BATON_URL: 'http://192.168.1.10:3000' }, false],
  [{ BATON_URL: 'https://baton.example', BATON_SANDBOX_PAYMENTS: 'on' }, true],
  [{ BATON_SANDBOX_PAYMENTS: 'off' }, false],
])('with %o the sandbox sells: %s', (env, sells) => {
  expect(readConfig(env).sandboxSells).toBe(sells);
});
