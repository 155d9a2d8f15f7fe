import { mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Config, readConfig } from '#server/platform/config.ts';
import { instance, jwks, outboxMails, sessions, verifications } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { StartError } from '#server/platform/start-error.ts';
import { addUser } from '#test/builders.ts';
import { type TestServices, openTestServices } from '#test/harness.ts';
import { adoptSecret, resolveSecret } from './secret.ts';

const SECRET = 'a-secret-that-is-long-enough-for-this';
const OTHER = 'another-secret-that-is-long-enough-too';

let services: TestServices;
let directory: string;
beforeEach(async () => {
  services = await openTestServices();
  directory = await mkdtemp(join(tmpdir(), 'baton-secret-'));
});
afterEach(async () => {
  await services.dispose();
  await rm(directory, { recursive: true, force: true });
});

const config = (env: Record<string, string> = {}): Config =>
  readConfig({ BATON_DATA: join(directory, 'data'), ...env });
const resolve = (env: Record<string, string> = {}) => resolveSecret(config(env), services.database.pool);

describe('the secret', () => {
  test('is the one that is set', async () => {
    expect(await resolve({ BATON_SECRET: SECRET })).toBe(SECRET);
    expect(await readdir(directory)).toEqual([]);
  });

  test('is made once, readable by its owner alone, and found again', async () => {
    const secret = await resolve();
    expect(secret).toMatch(/^[\w-]{64}$/);
    expect((await stat(join(directory, 'data', 'secret'))).mode & 0o777).toBe(0o600);
    expect(await readdir(join(directory, 'data'))).toEqual(['secret']);
    expect(await resolve()).toBe(secret);
  });

  test('is one for ten servers that start together', async () => {
    const secrets = await Promise.all(Array.from({ length: 10 }, () => resolve()));
    expect(new Set(secrets).size).toBe(1);
    expect(await readFile(join(directory, 'data', 'secret'), 'utf8')).toBe(`${secrets[0]}\n`);
    expect(await readdir(join(directory, 'data'))).toEqual(['secret']);
  });

  test('is in the database as a fingerprint only', async () => {
    const secret = await resolve();
    const [row] = await services.db.select().from(instance);
    expect(row?.secretFingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  test('of another server on the same database stops the start with one line', async () => {
    await resolve({ BATON_SECRET: SECRET });
    await expect(resolve({ BATON_SECRET: OTHER })).rejects.toThrow(
      new StartError('This database belongs to servers with another BATON_SECRET; set the same on each.'),
    );
    expect(await resolve({ BATON_SECRET: SECRET })).toBe(SECRET);
  });

  test('that was cut short stops the start instead of being used', async () => {
    await resolve();
    await writeFile(join(directory, 'data', 'secret'), 'short\n');
    await expect(resolve()).rejects.toThrow(StartError);
    await expect(resolve()).rejects.toThrow(/does not hold a secret/);
  });

  test('that cannot be kept stops the start with what to do', async () => {
    await writeFile(join(directory, 'data'), 'a file where the directory should be');
    await expect(resolve()).rejects.toThrow(/BATON_SECRET/);
  });
});

describe('after a restore', () => {
  async function fill(): Promise<void> {
    await addUser(services);
    await services.db.insert(jwks).values({ id: newId(), publicKey: '{}', privateKey: '{}' });
    await services.db.insert(verifications).values({ id: newId(), identifier: 'x', value: 'y', expiresAt: new Date() });
  }
  const left = async () =>
    [
      await services.db.select().from(sessions),
      await services.db.select().from(jwks),
      await services.db.select().from(verifications),
    ].map((rows) => rows.length);

  test('from servers with the same secret everything stays', async () => {
    await resolve({ BATON_SECRET: SECRET });
    await fill();
    expect(
      await adoptSecret({
        ...services.contextFor({ kind: 'system', name: 'test' }),
        config: config({ BATON_SECRET: SECRET }),
      }),
    ).toEqual({ changed: false });
    expect(await left()).toEqual([1, 1, 1]);
  });

  test('from servers with another one everybody signs in again, and the server starts', async () => {
    await resolve({ BATON_SECRET: OTHER });
    await fill();
    const kept = { recipient: 'a@example.com', subject: 'x', htmlBody: '' };
    await services.db.insert(outboxMails).values([
      { ...kept, id: newId(), textBody: 'sealed.v1.AAAA' },
      { ...kept, id: newId(), textBody: 'You are near a limit.' },
    ]);
    expect(
      await adoptSecret({
        ...services.contextFor({ kind: 'system', name: 'test' }),
        config: config({ BATON_SECRET: SECRET }),
      }),
    ).toEqual({ changed: true });
    expect(await services.db.select().from(outboxMails)).toMatchObject([{ textBody: 'You are near a limit.' }]);
    expect(await left()).toEqual([0, 0, 0]);
    expect(await resolve({ BATON_SECRET: SECRET })).toBe(SECRET);
  });
});
