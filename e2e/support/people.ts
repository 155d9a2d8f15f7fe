import { argon2Sync } from 'node:crypto';
import { type Page, expect } from '@playwright/test';
import { newId } from '#server/platform/id.ts';
import type { Instance } from './instance.ts';

const PASSWORD = 'correct horse';

export interface Person {
  id: string;
  name: string;
  email: string;
  password: string;
}

export interface PersonFields {
  name?: string;
  tier?: 'free' | 'pro';
  confirmed?: boolean;
  isAdmin?: boolean;
  /** Prefix of the email address, for tests that search for it. */
  address?: string;
}

const SALT = Buffer.alloc(16, 'salt');
const KEY = argon2Sync('argon2id', {
  message: PASSWORD,
  nonce: SALT,
  memory: 8,
  passes: 1,
  parallelism: 1,
  tagLength: 32,
});
const encode = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/**
 * A hash of the least cost. The server verifies with the parameters that a hash names, so each sign-in saves 40 ms of
 * processor time. The accounts of the sign-up journeys have hashes of the server's own cost.
 */
const CHEAP_HASH = `$argon2id$v=19$m=8,t=1,p=1$${encode(SALT)}$${encode(KEY)}`;

/** An account inserted directly into the tables: sign-ups are rate-limited, and most tests are about something else. */
export async function addPerson({ sql }: Instance, fields: PersonFields = {}): Promise<Person> {
  const { name = 'Ada Lovelace', tier = 'free', confirmed = true, isAdmin = false, address = 'person' } = fields;
  const id = newId();
  const email = `${address}-${id}@example.com`;
  await sql('insert into users (id, name, email, email_verified, is_admin) values ($1, $2, $3, $4, $5)', [
    id,
    name,
    email,
    confirmed,
    isAdmin,
  ]);
  await sql(
    `insert into accounts (id, account_id, provider_id, user_id, password) values ($1, $2, 'credential', $3, $4)`,
    [newId(), id, id, CHEAP_HASH],
  );
  if (tier === 'pro') await sql(`insert into user_subscriptions (user_id, tier_id) values ($1, 'pro')`, [id]);
  return { id, name, email, password: PASSWORD };
}

/** Signs the browser in over the API. */
export async function signIn(page: Page, { url }: Instance, { email, password }: Person): Promise<void> {
  const answer = await page.request.post(`${url}/api/auth/sign-in/email`, {
    data: { email, password, rememberMe: true },
    headers: { origin: url },
  });
  expect(answer.status(), 'the sign-in').toBe(200);
}

/** Signs in by the form. */
export async function signInByForm(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}
