import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '#test/database.ts';
import { listMigrationNames, migrateDatabase } from './migrate.ts';

const OURS = join(import.meta.dirname, 'migrations');
let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
});
afterAll(() => rm(folder, { recursive: true }));
beforeEach(async () => {
  await rm(folder, { recursive: true });
  await cp(OURS, folder, { recursive: true });
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

async function addMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name));
  await writeFile(join(folder, name, 'migration.sql'), sql);
}

const tableExists = async (name: string) =>
  (await pool.query('select to_regclass($1) is not null as there', [name])).rows[0].there;

test('a database that is up to date stays as it is', async () => {
  expect(await migrateDatabase(pool)).toEqual({ applied: [] });
  expect((await pool.query('select name from migrations order by name')).rows.map(({ name }) => name)).toEqual(
    await listMigrationNames(),
  );
});

test('servers that start together apply a new migration once', async () => {
  await addMigration('29990101000000_add_boats', 'create table boats (id int);');
  const results = await Promise.all(Array.from({ length: 5 }, () => migrateDatabase(pool, folder)));
  expect(results.flatMap(({ applied }) => applied)).toEqual(['29990101000000_add_boats']);
});

test('a migration that fails leaves nothing of itself or of those before it', async () => {
  await addMigration('29990101000000_add_boats', 'create table boats (id int);');
  await addMigration(
    '29990102000000_break',
    'create table sails (id int);--> statement-breakpoint\nselect no_such_function();',
  );
  await expect(migrateDatabase(pool, folder)).rejects.toThrow(/no_such_function/);
  expect([await tableExists('boats'), await tableExists('sails')]).toEqual([false, false]);
});

test('a database of a newer version is refused by name', async () => {
  await addMigration('29990101000000_from_the_future', 'select 1;');
  await migrateDatabase(pool, folder);
  await expect(migrateDatabase(pool, OURS)).rejects.toThrow(/newer Baton \(it has 29990101000000_from_the_future\)/);
});

test('a migration that was changed after it ran is refused by name', async () => {
  const [first = ''] = await listMigrationNames();
  await writeFile(join(folder, first, 'migration.sql'), 'select 1;');
  await expect(migrateDatabase(pool, folder)).rejects.toThrow(new RegExp(`${first} differs`));
});

test('the audit log takes new rows and refuses every other change', async () => {
  await pool.query(
    `insert into audit_log (id, actor, action) values ('01890a5d-ac96-774b-bcce-b302099a8057', '{}', 'test')`,
  );
  for (const statement of ['update audit_log set action = $$x$$', 'delete from audit_log', 'truncate audit_log']) {
    await expect(pool.query(statement)).rejects.toThrow('audit_log is append-only');
  }
});
