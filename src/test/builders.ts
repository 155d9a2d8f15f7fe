import { createHmac } from 'node:crypto';
import { SignJWT } from 'jose';
import { ACCESS_TOKEN_SECONDS } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { Actor, Context } from '#server/platform/context.ts';
import { sessions, subscriptionTiers, userSubscriptions, users } from '#server/platform/db/tables/index.ts';
import { newId } from '#server/platform/id.ts';
import { addSampleProject } from './add-sample-project.ts';
import { TEST_SECRET, type TestServer, type TestServices } from './harness.ts';
import { ALGORITHM, signingKeyOf } from './signing-key.ts';

export interface TestUser {
  id: Id;
  email: string;
  actor: Extract<Actor, { kind: 'user' }>;
  ctx: Context;
}

let made = 0;

/** A confirmed, signed-in account, inserted directly into the tables. State only what matters to the case. */
export async function addUser(
  services: TestServices,
  fields: Partial<typeof users.$inferInsert> & { tier?: 'free' | 'pro' } = {},
): Promise<TestUser> {
  made += 1;
  const { tier, ...columns } = fields;
  const row = { id: newId(), name: `User ${made}`, email: `user-${made}@example.com`, emailVerified: true, ...columns };
  await services.db.insert(users).values(row);
  const sessionId = newId();
  const expiresAt = new Date(services.now().getTime() + 7 * 86_400_000);
  await services.db.insert(sessions).values({ id: sessionId, token: `token-${sessionId}`, userId: row.id, expiresAt });
  if (tier !== undefined && tier !== 'free')
    await services.db.insert(userSubscriptions).values({ userId: row.id, tierId: tier });
  const actor = {
    kind: 'user',
    userId: row.id as Id,
    sessionId,
    name: row.name ?? '',
    isAdmin: row.isAdmin ?? false,
  } as const;
  return { id: actor.userId, email: row.email, actor, ctx: services.contextFor(actor) };
}

/** Raises the project limit. */
export async function raiseProjectLimit(services: TestServices, limit = 100): Promise<void> {
  await services.db.update(subscriptionTiers).set({ maxProjects: limit });
}

/** The session cookie of this user: the session token with the server's signature. */
export function cookieOf(user: TestUser): string {
  const token = `token-${user.actor.sessionId}`;
  const signature = createHmac('sha256', TEST_SECRET).update(token).digest('base64');
  return `baton.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
}

/**
 * An access token as /api/auth/token issues it, but signed here: issuing costs tens of times as much, and most tests only
 * need a signed-in caller. Whether the session still exists is not checked; `fetchToken` has it checked.
 */
export async function tokenFor(server: TestServer, user: TestUser): Promise<string> {
  const key = await signingKeyOf(server);
  if (key === undefined) return fetchToken(server, user);
  const { url } = server.config;
  const now = Math.floor(Date.now() / 1_000);
  return new SignJWT({ sid: user.actor.sessionId })
    .setProtectedHeader({ alg: ALGORITHM, kid: key.id })
    .setIssuedAt(now)
    .setExpirationTime(now + ACCESS_TOKEN_SECONDS)
    .setSubject(user.id)
    .setIssuer(url)
    .setAudience(url)
    .sign(key.privateKey);
}

/** An access token, fetched as the web app does. */
export async function fetchToken(server: TestServer, user: TestUser): Promise<string> {
  const answer = await server.http.inject({ url: '/api/auth/token', headers: { cookie: cookieOf(user) } });
  if (answer.statusCode !== 200) throw new Error(`no token: ${answer.body}`);
  return answer.json<{ token: string }>().token;
}

/** A plan half done: nested lists, tasks in every state, notes and a held baton. */
export function addExample(services: TestServices, user: TestUser): ReturnType<typeof addSampleProject> {
  return addSampleProject(services.contextFor({ kind: 'system', name: 'test' }), { userId: user.id });
}
