import type { Config } from '../config.ts';
import type { Database } from '../db/client.ts';
import type { ErrorLog } from '../error-log.ts';
import type { Logger } from '../log.ts';
import type { Sealer } from '../seal.ts';
import { createOutboxMailer } from './outbox.ts';
import { createSmtpMailer } from './smtp.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** The one link the mail is about, printed on the console when there is no SMTP server. */
  link?: string;
  /** Whoever has the link has the account: where the mail is kept, it is sealed. */
  opensAccount?: true;
}

export interface Mailer {
  kind: 'smtp' | 'outbox';
  send(mail: Mail): Promise<void>;
  /** Asks the transport whether it would take a mail now. */
  probe(): Promise<{ ok: boolean; detail: string }>;
  close(): Promise<void>;
}

interface MailerDeps {
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>;
  db: Database;
  log: Logger;
  now(): Date;
  sealer: Sealer;
  /** Where a refused mail is kept for the administrator, whoever swallows the error on its way up. */
  errorLog?: ErrorLog;
}

/** SMTP when the instance has a server for it; otherwise the outbox, which needs nothing. */
export function createMailer({ config, db, log, now, sealer, errorLog }: MailerDeps): Mailer {
  if (config.smtpUrl === undefined) return createOutboxMailer({ db, now, sealer });
  return createSmtpMailer({
    url: config.smtpUrl,
    from: config.mailFrom,
    onFailure: (error) => {
      if (errorLog === undefined) log.error({ err: error }, 'a mail could not be sent');
      else errorLog.record({ level: 'error', category: 'service', error });
    },
  });
}
