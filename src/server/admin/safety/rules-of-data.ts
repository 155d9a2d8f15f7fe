import type { Facts } from './facts.ts';
import { type Judgement, found, ifReached, passed } from './judgement.ts';
import { LINKS } from './links.ts';

/** Whether the data can be brought back, and whether the secret that signs sessions is kept from others. */
export const rulesOfData = [judgeBackup, judgeSecret];

const BACKUP_DAYS = 7;
const DAY_MS = 86_400_000;
const OTHERS = 0o077;

function judgeBackup({ lastBackup, now }: Facts): Judgement {
  const id = 'data.backup';
  const days = lastBackup === undefined ? undefined : Math.floor((now.getTime() - lastBackup.getTime()) / DAY_MS);
  if (days !== undefined && days <= BACKUP_DAYS)
    return passed(id, `The last backup by Baton was taken ${days === 0 ? 'today' : ago(days)}.`);
  return found(id, 'should', {
    wrong:
      days === undefined ? 'Baton has never taken a backup here.' : `The last backup by Baton was taken ${ago(days)}.`,
    why: 'What is deleted or damaged since then is gone. Copies made by other means, such as `pg_dump`, Baton cannot see.',
    todo: 'Take one now, and let `baton backup FILE` run every night.',
    link: LINKS.maintenance,
  });
}

function judgeSecret({ secret, config, isReached }: Facts): Judgement {
  const id = 'data.secret';
  if (secret.from === 'environment') {
    if (!secret.isGuessable) return passed(id, 'The secret comes from BATON_SECRET and is not in the data folder.');
    return found(id, ifReached(isReached, 'must'), {
      wrong: '`BATON_SECRET` is easy to guess: it repeats itself.',
      why: 'Whoever guesses it can sign cookies, and read what is sealed with it in a backup.',
      todo: 'Replace it by random characters (`openssl rand -base64 36`). Everybody signs in again: restore a backup under the new one.',
      link: LINKS.documentedData,
    });
  }
  if (secret.from === 'unreadable file')
    return { is: 'unknown', id, says: `Who can read the secret: the file ${secret.path} could not be looked at.` };
  if ((secret.mode & OTHERS) !== 0)
    return found(id, 'must', {
      wrong: `Other users of the machine can read the secret (\`${secret.path}\`, mode ${(secret.mode & 0o777).toString(8)}).`,
      why: 'Whoever has it can sign cookies, and read what is sealed with it in a backup.',
      todo: `Take the right away: \`chmod 600 ${secret.path}\`.`,
      link: LINKS.documentedData,
    });
  if (config.databaseUrl !== undefined)
    return passed(
      id,
      'The secret is in a file of the data folder that only the server reads, apart from the database.',
    );
  return found(id, 'note', {
    wrong: 'The secret lies in the data folder, beside the database.',
    why: 'Whoever gets a copy of the whole folder gets both. The backups that Baton takes do not hold it.',
    todo: 'Copy the folder to where nobody else reads, or move the secret from its file into `BATON_SECRET`.',
    link: LINKS.documentedData,
  });
}

const ago = (days: number) => (days === 1 ? 'yesterday' : `${days} days ago`);
