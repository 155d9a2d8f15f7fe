import { isLocalUrl } from '#server/platform/local-address.ts';
import type { Facts } from './facts.ts';
import { type Judgement, found, ifReached, passed } from './judgement.ts';
import { LINKS } from './links.ts';

/** Whether mails leave, and unread: their links open accounts. */
export const rulesOfMail = [judgeSending, judgeEncryption];

function judgeSending({ config: { smtpUrl }, isReached }: Facts): Judgement {
  const id = 'mail.sent';
  if (smtpUrl !== undefined) return passed(id, `Mails are sent by ${new URL(smtpUrl).hostname}.`);
  return found(id, ifReached(isReached, 'should'), {
    wrong: 'Mails are kept on the server and not sent.',
    why: 'Nobody can reset a password or confirm an address without you, and nobody is told of a sign-in they did not make.',
    todo: 'Set a mail server. Until then `baton outbox` on the server lists the mails with their links.',
    setting: 'SMTP_URL=smtps://user:password@mail.example:465',
    link: LINKS.documentedMail,
  });
}

/** The options are those of the library that sends: https://nodemailer.com/smtp#tls-options */
function judgeEncryption({ config: { smtpUrl } }: Facts): Judgement | undefined {
  const id = 'mail.encrypted';
  if (smtpUrl === undefined) return undefined;
  const { protocol, hostname, searchParams, href } = new URL(smtpUrl);
  if (isLocalUrl(href)) return passed(id, 'The mail server is on this machine.');
  const isOn = (option: string) => searchParams.get(option) === 'true';
  if (searchParams.get('tls.rejectUnauthorized') === 'false')
    return found(id, 'should', {
      wrong: `The certificate of the mail server ${hostname} is not checked.`,
      why: 'Whoever is in between can pose as it and read the mails, with links that open accounts.',
      todo: 'Take `tls.rejectUnauthorized=false` out of `SMTP_URL`.',
      link: LINKS.documentedMail,
    });
  const isForced = protocol === 'smtps:' || isOn('secure') || isOn('requireTLS');
  if (isForced && !isOn('ignoreTLS')) return passed(id, `Mails go to ${hostname} over TLS only.`);
  return found(id, 'should', {
    wrong: `Mails may go to ${hostname} without encryption.`,
    why: 'Whoever is in between can strip the encryption and read the mails, with links that open accounts.',
    todo: 'Use `smtps:`, or add `?requireTLS=true` where the server upgrades the connection (STARTTLS).',
    setting: `SMTP_URL=smtps://user:password@${hostname}:465`,
    link: LINKS.documentedMail,
  });
}
