import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { ACCESS_TOKEN_PREFIX, REFRESH_TOKEN_PREFIX } from '#contract/connected-apps.ts';
import type { Id } from '#contract/fields.ts';
import type { Database, Tx } from '#server/platform/db/client.ts';
import {
  oauthAccessTokens,
  oauthClients,
  oauthConsents,
  oauthRefreshTokens,
} from '#server/platform/db/tables/index.ts';

export type ClientRow = typeof oauthClients.$inferSelect;

/** As the library stores it: without its prefix, hashed. */
export const hashToken = (token: string): string =>
  createHash('sha256')
    .update(token.replace(new RegExp(`^(${ACCESS_TOKEN_PREFIX}|${REFRESH_TOKEN_PREFIX})`), ''))
    .digest('base64url');

export async function findClient(db: Database, clientId: string): Promise<ClientRow | undefined> {
  const [row] = await db.select().from(oauthClients).where(eq(oauthClients.clientId, clientId)).limit(1);
  return row;
}

/** The account of a presented code or token. A code is found by the tokens that were issued for it. */
export async function findOwner(db: Database, presented: { code?: string | null; token?: string | null }) {
  const { code, token } = presented;
  if (code) {
    const byCode = eq(oauthAccessTokens.authorizationCodeId, hashToken(code));
    const [row] = await db.select({ userId: oauthAccessTokens.userId }).from(oauthAccessTokens).where(byCode).limit(1);
    return row?.userId ?? undefined;
  }
  if (!token) return undefined;
  const hash = hashToken(token);
  for (const table of [oauthRefreshTokens, oauthAccessTokens]) {
    const [row] = await db.select({ userId: table.userId }).from(table).where(eq(table.token, hash)).limit(1);
    if (row?.userId) return row.userId;
  }
  return undefined;
}

export interface Grant {
  clientId: string;
  userId: Id;
  projectId: Id;
}

export async function hasGrant(tx: Tx, userId: string): Promise<boolean> {
  const own = eq(oauthConsents.userId, userId);
  const [row] = await tx.select({ id: oauthConsents.id }).from(oauthConsents).where(own).limit(1);
  return row !== undefined;
}

export async function deleteGrants(tx: Tx, userId: string): Promise<void> {
  for (const table of [oauthConsents, oauthAccessTokens, oauthRefreshTokens])
    await tx.delete(table).where(eq(table.userId, userId));
}

/** Every app that an account connected to one project. */
export async function disconnectApps(
  tx: Tx,
  { userId, projectId }: Pick<Grant, 'userId' | 'projectId'>,
): Promise<void> {
  for (const table of [oauthConsents, oauthAccessTokens, oauthRefreshTokens])
    await tx.delete(table).where(and(eq(table.userId, userId), eq(table.referenceId, projectId)));
}

/** Deletes the consent and all its tokens. */
export async function deleteGrant(tx: Tx, { clientId, userId, projectId }: Grant): Promise<void> {
  for (const table of [oauthConsents, oauthAccessTokens, oauthRefreshTokens])
    await tx
      .delete(table)
      .where(and(eq(table.userId, userId), eq(table.clientId, clientId), eq(table.referenceId, projectId)));
}
