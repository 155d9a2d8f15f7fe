import { and, eq, ne } from 'drizzle-orm';
import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { accounts, emailChanges, sessions } from '#server/platform/db/tables/index.ts';
import type { Emit } from '#server/platform/emit.ts';
import { newId } from '#server/platform/id.ts';
import { accountActor, audit } from './change-account.ts';
import { deleteApiKeys } from './delete-api-keys.ts';
import { deleteGrants, hasGrant } from './oauth/queries.ts';
import { CREDENTIAL, hasApiKey } from './queries.ts';
import { dropLinks } from './reset-links.ts';

export interface NewPassword {
  userId: Id;
  hash: string;
  by: 'reset' | 'change';
  /** The session to keep; every other one is revoked. */
  keepSessionId?: string;
  revokeApiKey: boolean;
  disconnectApps: boolean;
}

/** What happened to the account's other credentials. */
export interface WaysIn {
  apiKey: 'none' | 'kept' | 'ended';
  apps: 'none' | 'kept' | 'ended';
}

/**
 * Sets a password and revokes what the old one opened: sessions, links and, on request, the API key and connected apps.
 * In one transaction; the caller has locked the account row.
 */
export async function setPassword(ctx: Context, tx: Tx, emit: Emit, input: NewPassword): Promise<WaysIn> {
  const { userId, hash, by, keepSessionId } = input;
  // Before deleting the sessions: a concurrent sign-in is either among them, or finds that its password is no longer
  // current.
  await writeHash(ctx, tx, userId, hash);
  const own = eq(sessions.userId, userId);
  await tx.delete(sessions).where(keepSessionId === undefined ? own : and(own, ne(sessions.id, keepSessionId)));
  await dropLinks(tx, userId);
  await tx.delete(emailChanges).where(eq(emailChanges.userId, userId));
  const actor = accountActor(userId);
  const entry = { subject: userId, actor };
  await audit(ctx, tx, {
    ...entry,
    action: by === 'reset' ? 'password.reset' : 'password.changed',
    detail: { address: ctx.address },
  });
  const ways: WaysIn = {
    apiKey: !(await hasApiKey(tx, userId)) ? 'none' : input.revokeApiKey ? 'ended' : 'kept',
    apps: !(await hasGrant(tx, userId)) ? 'none' : input.disconnectApps ? 'ended' : 'kept',
  };
  if (ways.apiKey === 'ended') {
    await deleteApiKeys(tx, emit, userId);
    await audit(ctx, tx, { ...entry, action: 'api_key.revoked' });
  }
  if (ways.apps === 'ended') {
    await deleteGrants(tx, userId);
    await audit(ctx, tx, { ...entry, action: 'apps.disconnected' });
  }
  return ways;
}

/** Upsert: accounts created by Google have no password yet. */
async function writeHash(ctx: Context, tx: Tx, userId: Id, password: string): Promise<void> {
  const changed = await tx
    .update(accounts)
    .set({ password, updatedAt: ctx.now() })
    .where(and(eq(accounts.userId, userId), eq(accounts.providerId, CREDENTIAL)))
    .returning({ id: accounts.id });
  if (changed.length > 0) return;
  await tx.insert(accounts).values({ id: newId(), accountId: userId, userId, providerId: CREDENTIAL, password });
}
