import { AppError } from '../error.ts';
import { setTimeout } from '../guard.ts';
import type { Mail, Mailer } from './mail.ts';

interface SmtpOptions {
  /** Query parameters are options of the transport, such as `requireTLS=true`. */
  url: string;
  from: string;
  onFailure(error: Error): void;
}

const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
const CLOSE_WAIT_MS = 5_000;
const RETRY_SECONDS = 60;

/** Sends mails over a small pool of SMTP connections. A refusal is one clear error. */
export function createSmtpMailer({ url, from, onFailure }: SmtpOptions): Mailer {
  const server = serverName(url);
  let opened: ReturnType<typeof openTransport> | undefined;
  const transport = () => (opened ??= openTransport(url));
  const sending = new Set<Promise<unknown>>();

  const deliver = async (mail: Mail) => {
    try {
      await (
        await transport()
      ).sendMail({
        from,
        // As an object the address is taken whole: in a string, a comma would add a second recipient.
        to: { name: '', address: mail.to },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: {
          'Auto-Submitted': 'auto-generated',
          ...(mail.unsubscribeUrl !== undefined && { 'List-Unsubscribe': `<${mail.unsubscribeUrl}>` }),
        },
      });
    } catch (error) {
      onFailure(new Error(`The SMTP server ${server} did not take a mail: ${reasonOf(error)}`));
      throw new AppError('INTERNAL_ERROR', 'The email could not be sent. Please try again in a few minutes.', {
        code: 'MAIL_FAILED',
        status: 503,
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
  };

  return {
    kind: 'smtp',
    async send(mail) {
      const delivery = deliver(mail);
      sending.add(delivery);
      await delivery.finally(() => sending.delete(delivery));
    },
    async probe() {
      try {
        await (await transport()).verify();
        return { ok: true, detail: `The SMTP server ${server} accepts email.` };
      } catch (error) {
        return { ok: false, detail: `The SMTP server ${server} does not accept email: ${reasonOf(error)}` };
      }
    },
    async close() {
      await settled(sending);
      (await opened)?.close();
    },
  };
}

/** Imported with the first mail: an instance that sends none does not load the library. */
async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    url,
    pool: true,
    maxConnections: 3,
    maxRequeues: 1,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Waits a moment for mails under way; a hanging server does not block the shutdown. */
async function settled(sending: Set<Promise<unknown>>): Promise<void> {
  if (sending.size === 0) return;
  const enough = Promise.withResolvers<void>();
  const timer = setTimeout(enough.resolve, CLOSE_WAIT_MS);
  await Promise.race([Promise.allSettled(sending), enough.promise]);
  clearTimeout(timer);
}

/** Host and port only: the URL contains the password. */
function serverName(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`;
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return `${message.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '').slice(0, 300)}.`;
}
