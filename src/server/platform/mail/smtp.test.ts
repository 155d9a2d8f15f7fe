import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../error.ts';
import type { Mail, Mailer } from './mail.ts';
import { createSmtpMailer } from './smtp.ts';
import { renderMail } from './render-mail.ts';
import { readMime } from '#test/read-mime.ts';
import { type SmtpServerOptions, listen, startSmtpServer } from '#test/smtp-server.ts';

const link = 'https://baton.example/verify?token=a1&next=%2F';
const mail: Mail = {
  to: 'mira@example.com',
  subject: 'Bestätige deine Adresse',
  ...renderMail({
    product: 'Baton',
    title: 'Hello',
    paragraphs: ['Grüße, Mira ✓', '.a line that begins with a dot'],
    action: { label: 'Confirm', url: link },
    footer: 'Bye',
  }),
  link,
};

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

function mailerFor(url: string): Mailer & { failures: Error[] } {
  const failures: Error[] = [];
  const mailer = createSmtpMailer({
    url,
    from: 'Baton <baton@example.com>',
    onFailure: (error) => failures.push(error),
  });
  cleanups.push(() => mailer.close());
  return { ...mailer, failures };
}

async function serverWith(options: SmtpServerOptions = {}) {
  const server = await startSmtpServer(options);
  cleanups.push(() => server.close());
  return server;
}

/** A server that does not speak SMTP, or sends nothing. */
async function oddServer(greeting: string | undefined): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    cleanups.push(async () => socket.destroy());
    if (greeting !== undefined) socket.write(greeting);
  });
  const port = await listen(server);
  cleanups.push(async () => server.close());
  return port;
}

describe('a mail over SMTP', () => {
  it('arrives with a text part, an HTML part and the link in both', async () => {
    const server = await serverWith();
    const mailer = mailerFor(`smtp://127.0.0.1:${server.port}`);

    await mailer.send(mail);

    const [received] = server.mails;
    expect(received).toMatchObject({ from: 'baton@example.com', to: ['mira@example.com'] });
    const { headers, text, html } = readMime(received!.raw);
    expect(headers.get('content-type')).toContain('multipart/alternative');
    expect(headers.get('from')).toBe('Baton <baton@example.com>');
    expect(headers.get('to')).toBe('mira@example.com');
    expect(headers.get('auto-submitted')).toBe('auto-generated');
    expect(text).toBe(mail.text);
    expect(text).toContain(link);
    expect(html).toBe(mail.html);
    expect(html).toContain('href="https://baton.example/verify?token=a1&amp;next=%2F"');
  });

  it('signs in with the account in the address, after the connection is encrypted', async () => {
    const server = await serverWith({ accounts: { 'mira@example.com': 'p@ss/word' }, startTls: true });
    const mailer = mailerFor(
      `smtp://mira%40example.com:p%40ss%2Fword@127.0.0.1:${server.port}?requireTLS=true&tls.rejectUnauthorized=false`,
    );

    await mailer.send(mail);

    expect(server.mails).toMatchObject([{ user: 'mira@example.com', encrypted: true }]);
    await expect(mailer.probe()).resolves.toEqual({
      ok: true,
      detail: `The SMTP server 127.0.0.1:${server.port} accepts email.`,
    });
  });

  it('never reaches a second recipient or gains a header through what somebody typed', async () => {
    const server = await serverWith();
    const mailer = mailerFor(`smtp://127.0.0.1:${server.port}`);

    await mailer
      .send({ ...mail, to: 'mira@example.com, eve@example.com', subject: 'Hi\r\nBcc: eve@example.com' })
      .catch(() => undefined);

    expect(server.mails.flatMap(({ to }) => to)).not.toContain('eve@example.com');
    for (const { raw } of server.mails) expect(readMime(raw).headers.has('bcc')).toBe(false);
  });

  it('keeps its connection for the next mail', async () => {
    const server = await serverWith();
    const mailer = mailerFor(`smtp://127.0.0.1:${server.port}?maxConnections=1`);

    await mailer.send(mail);
    await mailer.send(mail);

    expect(server.mails).toHaveLength(2);
    expect(server.connections()).toBe(1);
  });
});

describe('a mail the server does not take', () => {
  const cases: { title: string; url: () => Promise<string>; reason: RegExp }[] = [
    {
      title: 'because nothing listens there',
      url: async () => {
        const server = createServer();
        const port = await listen(server);
        await new Promise((resolve) => server.close(resolve));
        return `smtp://127.0.0.1:${port}`;
      },
      reason: /ECONNREFUSED/,
    },
    {
      title: 'because it talks garbage',
      url: async () => `smtp://127.0.0.1:${await oddServer('HTTP/1.1 400 Bad Request\r\n\r\n')}`,
      reason: /Invalid greeting|Unexpected|HTTP/,
    },
    {
      title: 'because it never answers',
      url: async () => `smtp://127.0.0.1:${await oddServer(undefined)}?greetingTimeout=50`,
      reason: /Greeting never received/,
    },
    {
      title: 'because the password is wrong',
      url: async () => `smtp://mira:wrong-secret@127.0.0.1:${(await serverWith({ accounts: { mira: 'right' } })).port}`,
      reason: /Invalid login|535/,
    },
    {
      title: 'because its certificate is not to be trusted',
      url: async () => `smtp://localhost:${(await serverWith({ startTls: true })).port}?requireTLS=true`,
      reason: /self-signed certificate/,
    },
  ];

  for (const { title, url, reason } of cases) {
    it(`is one clear error for the reader and one for the log, ${title}`, async () => {
      const address = await url();
      const mailer = mailerFor(address);

      const error = await mailer.send(mail).catch((thrown: unknown) => thrown);

      expect(error).toBeInstanceOf(AppError);
      expect(error).toMatchObject({
        status: 503,
        message: 'The email could not be sent. Please try again in a few minutes.',
      });
      expect(mailer.failures).toHaveLength(1);
      expect(mailer.failures[0]?.message).toMatch(reason);
      expect(mailer.failures[0]?.message).not.toContain('wrong-secret');
      // ECONNREFUSED as the cause would be taken for an unreachable database.
      expect(mailer.failures[0]?.cause).toBeUndefined();

      const probe = await mailer.probe();
      expect(probe.ok).toBe(false);
      expect(probe.detail).toMatch(reason);
    });
  }

  it('is an error too when only the recipient is refused, and the next mail still goes', async () => {
    const server = await serverWith({ refuseRecipient: (address) => address === 'gone@example.com' });
    const mailer = mailerFor(`smtp://127.0.0.1:${server.port}`);

    await expect(mailer.send({ ...mail, to: 'gone@example.com' })).rejects.toBeInstanceOf(AppError);
    await mailer.send(mail);

    expect(mailer.failures[0]?.message).toContain('No such mailbox here');
    expect(server.mails.map(({ to }) => to)).toEqual([['mira@example.com']]);
  });
});
