import type { IncomingHttpHeaders } from 'node:http';
import { ACCESS_TOKEN_PREFIX } from '#contract/connected-apps.ts';
import type { Id } from '#contract/fields.ts';
import { READING_TOOLS } from '#contract/tool-names.ts';
import type { Actor, Context } from '#server/platform/context.ts';
import { AppError, notFound } from '#server/platform/error.ts';
import { requireMayWrite } from '../may-write.ts';
import { suspended } from '../refusals.ts';
import { agentNameOf } from '../rules.ts';
import { grantHoldersOf } from './grant-holder.ts';
import { metadataPath, offersSignIn } from './offer.ts';
import { hashToken } from './queries.ts';

/** Authenticates an OAuth token, which is valid for MCP only. Undefined for any other credential. */
export async function recogniseGrant(
  ctx: Context,
  headers: IncomingHttpHeaders,
  named: Id | null,
): Promise<Extract<Actor, { kind: 'agent' }> | undefined> {
  const token = bearerOf(headers);
  if (headers['x-user-api-key'] !== undefined || !token.startsWith(ACCESS_TOKEN_PREFIX)) return undefined;
  const holder = await grantHoldersOf(ctx).read(hashToken(token));
  if (holder === undefined)
    throw new AppError('AUTHENTICATION_ERROR', 'This sign-in has expired or was revoked. Sign in again.');
  const { userId, projectId, clientId, scopes, tier, status } = holder;
  if (status === 'suspended') throw suspended(userId);
  // The consent is bound to one project; any other is 404.
  if (named !== null && named !== projectId) throw notFound('The project');
  return { kind: 'agent', userId, projectId, name: agentNameOf(headers), grant: { clientId, scopes, tier } };
}

/** The WWW-Authenticate challenge, which tells a client where to get a token. */
export function challengeOf({ config }: Context, headers: IncomingHttpHeaders): string | undefined {
  if (!offersSignIn(config.url)) return undefined;
  const parts = [`resource_metadata="${config.url}${metadataPath}"`, 'scope="tasks:read tasks:write"'];
  return `Bearer ${(bearerOf(headers) === '' ? parts : ['error="invalid_token"', ...parts]).join(', ')}`;
}

const bearerOf = ({ authorization = '' }: IncomingHttpHeaders): string =>
  /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';

/** A credential without the right to write may call reading tools only. */
export function requireScope(ctx: Context, tool: string, args: unknown): void {
  const isList = tool === 'checkpoint' && (args as { action?: unknown } | undefined)?.action === 'list';
  if (READING_TOOLS.has(tool) || isList) return;
  requireMayWrite(ctx, tool);
}
