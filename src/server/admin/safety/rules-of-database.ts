import { isPublic } from '#server/platform/http/allowed-addresses.ts';
import { isLoopback } from '#server/platform/local-address.ts';
import type { Facts } from './facts.ts';
import { type Judgement, found, passed, unknown } from './judgement.ts';
import { LINKS } from './links.ts';

/** How the server is connected to a PostgreSQL of the operator's. The embedded one needs none of it. */
export const rulesOfDatabase = [judgeConnection, judgeRole, judgeVersion];

/** The last day on which a major version gets fixes (https://www.postgresql.org/support/versioning/). */
const FIXED_UNTIL = new Map([
  [15, '2027-11-11'],
  [16, '2028-11-09'],
  [17, '2029-11-08'],
  [18, '2030-11-14'],
]);

function judgeConnection({ config, database }: Facts): Judgement {
  const id = 'database.encrypted';
  if (config.databaseUrl === undefined)
    return passed(id, 'The embedded database listens on a socket in a private folder, and on no port.');
  const { serverAddress: server, clientAddress: client, isEncrypted } = database;
  if (server === null || isLoopback(server) || server === client)
    return passed(id, 'The connection to the database does not leave this machine.');
  if (isEncrypted && !/[?&]sslmode=no-verify(&|$)/.test(config.databaseUrl))
    return passed(id, 'The connection to the database is encrypted.');
  if (isEncrypted)
    return found(id, 'should', {
      wrong: 'The connection to the database is encrypted, but the certificate is not checked (`sslmode=no-verify`).',
      why: 'Whoever is in between can pose as the database and read everything.',
      todo: 'Use `sslmode=verify-full` in `DATABASE_URL`, with `sslrootcert=FILE` where the authority is your own.',
      link: LINKS.documentedData,
    });
  return found(id, isPublic(server) ? 'must' : 'note', {
    wrong: `The connection to the database at ${server} is not encrypted.`,
    why: isPublic(server)
      ? 'Everybody on the way can read all that is stored, password hashes included.'
      : 'Everybody on that network could read all that is stored. Between containers of one machine nobody else is on it.',
    todo: 'Let PostgreSQL take TLS, and add `sslmode=verify-full` to `DATABASE_URL`.',
    link: LINKS.documentedData,
  });
}

function judgeRole({ config, database }: Facts): Judgement | undefined {
  const id = 'database.role';
  if (config.databaseUrl === undefined) return undefined;
  if (!database.isSuperuser) return passed(id, 'The database’s user is no superuser.');
  return found(id, 'note', {
    wrong: 'Baton signs in to the database as a superuser.',
    why: 'Whoever got hold of the address could read other databases there, and files and programs of that machine.',
    todo: 'Give Baton a user of its own that owns its database and nothing else.',
    link: LINKS.documentedData,
  });
}

function judgeVersion({ config, database: { version }, now }: Facts): Judgement | undefined {
  const id = 'database.version';
  if (config.databaseUrl === undefined) return undefined;
  const until = FIXED_UNTIL.get(version);
  if (until === undefined)
    return unknown(id, `How long PostgreSQL ${version} gets fixes: this version of Baton does not know it.`);
  if (now.toISOString().slice(0, 10) <= until) return passed(id, `PostgreSQL ${version} gets fixes until ${until}.`);
  return found(id, 'should', {
    wrong: `PostgreSQL ${version} has had no fixes since ${until}.`,
    why: 'What is found in it from now on stays open.',
    todo: 'Upgrade PostgreSQL.',
    link: LINKS.documentedData,
  });
}
