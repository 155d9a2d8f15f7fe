import type { Config } from '../config.ts';
import type { Database } from '../db/client.ts';
import type { ErrorLog } from '../error-log.ts';
import type { Logger } from '../log.ts';
import type { Sealer } from '../seal.ts';
import { createOutboxMailer } from './outbox.ts';
import { createSmtpMailer } from './smtp.ts';
import type { Mailer } from './mail.ts';

interface MailerDeps {
  config: Pick<Config, 'smtpUrl' | 'mailFrom'>;
  db: Database;
  log: Logger;
  now(): Date;
  sealer: Sealer;
  /** Records a refused mail for the administrator, even if a caller swallows the error. */
  errorLog?: ErrorLog;
}

/** SMTP if configured; otherwise the outbox, which needs nothing. */
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
