import { type Page, expect } from '@playwright/test';
import { hashPassword } from '#server/auth/hash-password.ts';
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

let kept: Promise<string> | undefined;
const hashOfPassword = () => (kept ??= hashPassword(PASSWORD));

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
    [newId(), id, id, await hashOfPassword()],
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
  await page.getByRole('button', { name: 'Sign In' }).click();
}
