import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outboxMails } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { type TestServer, startTestServer } from '#test/harness.ts';

/** As a browser on this machine connects. */
const BROWSER = { host: 'localhost:3000', connection: 'keep-alive' };

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.dispose());

describe('listOutbox', () => {
  it('shows the newest mails to somebody at the machine', async () => {
    const row = (subject: string, ms: number) => ({
      id: newId(),
      recipient: 'mira@example.com',
      subject,
      textBody: 'Hello',
      htmlBody: '',
      createdAt: new Date(ms),
    });
    await server.db
      .insert(outboxMails)
      .values([row('older', 1_000), { ...row('newer', 2_000), link: 'http://localhost:3000/x' }]);

    const { body } = await server.http.inject({ url: '/api/outbox', headers: BROWSER });

    expect(JSON.parse(body)).toMatchObject({
      success: true,
      data: [
        {
          subject: 'newer',
          recipient: 'mira@example.com',
          text: 'Hello',
          link: 'http://localhost:3000/x',
          created_at: '1970-01-01T00:00:02.000Z',
        },
        { subject: 'older', link: null },
      ],
    });
  });

  it('shows at most a hundred', async () => {
    const rows = Array.from({ length: 101 }, () => ({
      id: newId(),
      recipient: 'a@example.com',
      subject: 'many',
      textBody: '',
      htmlBody: '',
    }));
    await server.db.insert(outboxMails).values(rows);

    const { body } = await server.http.inject({ url: '/api/outbox', headers: BROWSER });

    expect((JSON.parse(body) as { data: unknown[] }).data).toHaveLength(100);
  });

  it.each([
    ['comes from another machine', { remoteAddress: '203.0.113.9', headers: BROWSER }],
    [
      'comes through a proxy on this machine',
      { headers: { host: 'localhost:3000', 'x-forwarded-for': '203.0.113.9' } },
    ],
    ['was made by a page that points its own name here', { headers: { host: 'evil.example' } }],
  ])('is missing like any page when the request %s', async (_, request) => {
    const refused = await server.http.inject({ url: '/api/outbox', ...request });
    const missing = await server.http.inject({ url: '/api/no-such-page', ...request });

    expect(refused.statusCode).toBe(404);
    expect({ ...JSON.parse(refused.body), requestId: '' }).toEqual({ ...JSON.parse(missing.body), requestId: '' });
    const told = ({ headers }: typeof refused) => Object.keys(headers).toSorted();
    expect(told(refused)).toEqual(told(missing));
  });

  it('is missing like any page when mails are sent by SMTP', async () => {
    const smtp = await startTestServer({ mail: 'smtp', databaseUrl: server.databaseUrl });
    const { statusCode } = await smtp.http.inject({ url: '/api/outbox', headers: BROWSER });
    await smtp.dispose();
    expect(statusCode).toBe(404);
  });
});
