import type { Services } from '#server/platform/context.ts';
import { type ClaimedPerson, type WaitingMail, claimPerson, endMailing, listWaiting, settleMails } from './queries.ts';
import { writeMail } from './write-mail.ts';

export type MailServices = Pick<Services, 'database' | 'config' | 'mail' | 'log' | 'now'>;

/** After a mail, what happens within this time is gathered into one digest, across projects. */
const GATHERING_MS = 15 * 60_000;
/** Longer than the mail server may take. */
const LEASE_MS = 3 * 60_000;
const FIRST_RETRY_MS = 60_000;
const RETRY_MAX_MS = 3_600_000;

/** Claims the next person to be mailed; undefined when nobody is. */
export async function claimMail(services: MailServices): Promise<(() => Promise<void>) | undefined> {
  const now = services.now();
  const person = await claimPerson(services.database.pool, now, new Date(now.getTime() + LEASE_MS));
  return person && (() => mailPerson(services, person));
}

/**
 * A mail goes out when something has waited long enough and still stands. It takes along what else stands by then, so
 * that several questions within two minutes are one mail.
 */
async function mailPerson(services: MailServices, person: ClaimedPerson): Promise<void> {
  const { pool } = services.database;
  const waiting = await listWaiting(pool, person.user_id, services.now());
  // Without a mail server nothing is mailed: the settings say so, and nothing is saved up for later either.
  const wanted = services.mail.kind === 'smtp' ? waiting.filter((each) => each.is_wanted) : [];
  const moot = waiting.filter((each) => !wanted.includes(each));
  await settleMails(pool, idsOf(moot), 'moot', services.now());
  const [first] = wanted;
  if (first === undefined || !wanted.some((each) => each.is_due))
    return endMailing(pool, person, { notBefore: services.now(), failures: 0 });
  try {
    await services.mail.send(writeMail(services.config.url, first.email, wanted));
  } catch (error) {
    services.log.warn({ err: error }, 'a notification could not be mailed; tried again later');
    const wait = Math.min(RETRY_MAX_MS, FIRST_RETRY_MS * 2 ** person.failures);
    const notBefore = new Date(services.now().getTime() + wait);
    return endMailing(pool, person, { notBefore, failures: person.failures + 1 });
  }
  await settleMails(pool, idsOf(wanted), 'sent', services.now());
  const notBefore = new Date(services.now().getTime() + GATHERING_MS);
  return endMailing(pool, person, { notBefore, failures: 0 });
}

const idsOf = (mails: readonly WaitingMail[]) => mails.map(({ id }) => id);
