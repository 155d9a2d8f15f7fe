import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addExample, addUser } from '#test/builders.ts';
import { createTestDatabase } from '#test/database.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { restoreBackup } from './restore-backup.ts';
import { writeBackup } from './write-backup.ts';

let services: TestServices;
let archive: Buffer;

beforeAll(async () => {
  services = await openTestServices();
  const user = await addUser(services, { name: 'Mira “Кovač” 🏃', tier: 'pro' });
  await addExample(services, user);
  await services.database.pool.query(
    `insert into error_logs (id, level, category, message, fingerprint, context, timestamp)
     values ('01890a5d-ac96-774b-bcce-b302099a8057', 'error', 'api', E'two\\nlines "quoted" \\\\', 'f', '{"big": 12345678901234567890.5, "none": null}', now())`,
  );
  await services.database.pool.query(`insert into feed_heads values ('user:x', 9007199254740993)`);
  archive = await buffer(writeBackup(services.database.pool, services.now()));
});
afterAll(() => services.dispose());

async function intoEmpty<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  // A connection that is still saying goodbye when its database is dropped complains; nobody else hears it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  try {
    return await work(pool);
  } finally {
    await pool.end();
    await database.drop();
  }
}

async function rowHashes(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1`,
  );
  const hashes: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query(
      `select count(*) || ':' || coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as hash from ${name} t`,
    );
    hashes[name] = rows[0].hash;
  }
  return hashes;
}

const refusal = (bytes: Buffer) =>
  intoEmpty(async (pool) => {
    const before = await rowHashes(pool);
    const error: unknown = await restoreBackup(pool, Readable.from([bytes])).catch((reason: unknown) => reason);
    expect(await rowHashes(pool)).toEqual(before);
    return String(error);
  });

test('every row of every table comes back as it was', async () => {
  await intoEmpty(async (pool) => {
    await restoreBackup(pool, Readable.from([archive]));
    const restored = await rowHashes(pool);
    expect(restored).toEqual(await rowHashes(services.database.pool));
    expect(Object.values(restored).filter((hash) => !hash.startsWith('0:')).length).toBeGreaterThan(9);
  });
});

test('the rules of the schema hold again after a restore', async () => {
  await intoEmpty(async (pool) => {
    await restoreBackup(pool, Readable.from([archive]));
    const orphan = `insert into projects (id, user_id, name) values (gen_random_uuid(), gen_random_uuid(), 'x')`;
    await expect(pool.query(orphan)).rejects.toThrow(/foreign key/);
    await expect(pool.query('delete from audit_log')).rejects.toThrow(/append-only/);
    const { rows } = await pool.query(
      `select count(*)::int as open from pg_constraint where contype = 'f' and condeferrable`,
    );
    expect(rows[0].open).toBe(0);
  });
});

describe('nothing is restored from', () => {
  test('a file that was cut off', async () => {
    const lines = gunzipSync(archive).toString().split('\n');
    const cut = gzipSync(`${lines.slice(0, Math.floor(lines.length / 2)).join('\n')}\n`);
    expect(await refusal(cut)).toMatch(/cut off/);
  });
  test('an archive whose bytes end early', async () => {
    expect(await refusal(archive.subarray(0, archive.length - 40))).toMatch(/not a Baton backup|cut off/);
  });
  test('some other file', async () => {
    expect(await refusal(Buffer.from('hello'))).toMatch(/not a Baton backup/);
  });
  test('a file that names a table which is none of ours to fill', async () => {
    const [header, ...rest] = gunzipSync(archive).toString().split('\n');
    for (const table of ['migrations', 'pg_authid', 'users"; drop table users; --']) {
      const lines = [header, JSON.stringify({ table, columns: ['name'] }), '{"name":"x"}', ...rest];
      expect(await refusal(gzipSync(lines.join('\n')))).toMatch(/not a Baton backup/);
    }
  });
  test('rows that fit no table', async () => {
    const text = gunzipSync(archive).toString().replace('"email_verified":true', '"email_verified":"perhaps"');
    expect(await refusal(gzipSync(text))).toMatch(/not a Baton backup/);
  });
  test('a backup of a newer version', async () => {
    const text = gunzipSync(archive)
      .toString()
      .replace('"migrations":[', '"migrations":["29990101000000_from_the_future",');
    expect(await refusal(gzipSync(text))).toMatch(/newer Baton \(it has 29990101000000_from_the_future\)/);
  });
});

test('an instance with accounts is never overwritten', async () => {
  const before = await rowHashes(services.database.pool);
  await expect(restoreBackup(services.database.pool, Readable.from([archive]))).rejects.toThrow(/empty instance/);
  expect(await rowHashes(services.database.pool)).toEqual(before);
});

test('an older backup is brought up to date by the migrations it has not seen', async () => {
  await intoEmpty(async (pool) => {
    const text = gunzipSync(archive).toString();
    const [header = '', ...rest] = text.split('\n');
    const parsed = JSON.parse(header);
    const older = { ...parsed, migrations: parsed.migrations.slice(0, -1) };
    await restoreBackup(pool, Readable.from([gzipSync([JSON.stringify(older), ...rest].join('\n'))]));
    expect(await rowHashes(pool)).toEqual(await rowHashes(services.database.pool));
    await expect(pool.query('delete from audit_log')).rejects.toThrow(/append-only/);
  });
});
