import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '../../../package.json' with { type: 'json' };
import { type TestServer, startTestServer } from '#test/harness.ts';
import { getInstance } from './get-instance.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

const visitor = () => server.contextFor({ kind: 'anonymous' });

describe('getInstance', () => {
  it('tells a visitor what this instance offers', async () => {
    const { statusCode, body } = await server.http.inject({
      url: '/api/instance',
      headers: { host: 'localhost:3000', connection: 'keep-alive' },
    });
    expect(statusCode).toBe(200);
    expect(JSON.parse(body)).toEqual({
      success: true,
      data: {
        product: 'Baton',
        version,
        google: false,
        passkeys: true,
        kind: null,
        sign_up: 'open',
        outbox: true,
        offer: { price_usd: 5, regular_price_usd: 10, provider: 'sandbox' },
      },
    });
  });

  it('offers Google only where it is configured', async () => {
    const google = { clientId: 'id', clientSecret: 'secret', issuer: 'https://accounts.google.com' };
    await expect(getInstance({ ...visitor(), config: { ...server.config, google } })).resolves.toMatchObject({
      google: true,
    });
  });

  it('offers the outbox to nobody when mails are sent by SMTP', async () => {
    const mail = { ...server.mail, kind: 'smtp' } as const;
    await expect(getInstance({ ...visitor(), mail, fromLoopback: true })).resolves.toMatchObject({ outbox: false });
  });
});
