import { createHmac, randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Config } from '#server/platform/config.ts';
import type { Context } from '#server/platform/context.ts';
import { instance, jwks, oauthClients, sessions, verifications } from '#server/platform/db/tables/index.ts';
import { dropSealedMails } from '#server/platform/mail/index.ts';
import { StartError } from '#server/platform/start-error.ts';
import { errorCodeOf } from './error-code.ts';

const SECRET_BYTES = 48;
const SECRET_MIN = 32;

/** The server's secret. All servers on a database must have the same one; a server with another refuses to start. */
export async function resolveSecret(config: Config, pool: pg.Pool): Promise<string> {
  const secret = await readSecret(config);
  const own = fingerprintOf(secret);
  await pool.query('insert into instance (id, secret_fingerprint) values (1, $1) on conflict (id) do nothing', [own]);
  const { rows } = await pool.query<{ secret_fingerprint: string }>(
    'select secret_fingerprint from instance where id = 1',
  );
  if (rows[0]?.secret_fingerprint === own) return secret;
  throw new StartError('This database belongs to servers with another BATON_SECRET; set the same on each.');
}

/**
 * After a restore the database may come from servers with another secret. What that secret encrypted or signed is
 * unusable and is deleted: everyone signs in again, and links in mails under way are invalid.
 */
export async function adoptSecret(ctx: Context): Promise<{ changed: boolean }> {
  const own = fingerprintOf(await readSecret(ctx.config));
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx.select().from(instance).for('update');
    if (row?.secretFingerprint === own) return { changed: false };
    await tx
      .insert(instance)
      .values({ id: 1, secretFingerprint: own })
      .onConflictDoUpdate({ target: instance.id, set: { secretFingerprint: sql`excluded.secret_fingerprint` } });
    for (const table of [sessions, verifications, jwks, oauthClients]) await tx.delete(table);
    await dropSealedMails(tx);
    return { changed: row !== undefined };
  });
}

async function readSecret(config: Config): Promise<string> {
  if (config.secret !== undefined) return config.secret;
  const file = join(config.dataDirectory, 'secret');
  const secret = (
    await readFile(file, 'utf8').catch((error: unknown) => {
      if (errorCodeOf(error) === 'ENOENT') return createSecret(config.dataDirectory, file);
      throw new StartError(
        `${file} cannot be read (${reasonOf(error)}). Give this user access to it, or set BATON_SECRET.`,
      );
    })
  ).trim();
  if (secret.length >= SECRET_MIN) return secret;
  throw new StartError(`${file} does not hold a secret. Put the file back from your backup, or set BATON_SECRET.`);
}

/**
 * Written to a temporary file and then hard-linked, which is atomic: of two servers that start together both read the
 * first one's.
 */
async function createSecret(directory: string, file: string): Promise<string> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    await mkdir(directory, { recursive: true });
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(`${randomBytes(SECRET_BYTES).toString('base64url')}\n`);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await link(draft, file).catch((error: unknown) => {
      if (errorCodeOf(error) !== 'EEXIST') throw error;
    });
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new StartError(
      `The secret cannot be kept in ${file} (${reasonOf(error)}). Make the directory writable, or set BATON_SECRET.`,
    );
  } finally {
    await rm(draft, { force: true });
  }
}

const fingerprintOf = (secret: string) => createHmac('sha256', secret).update('baton instance').digest('hex');
const reasonOf = (error: unknown) => errorCodeOf(error) ?? String(error);
