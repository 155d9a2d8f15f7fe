import { randomBytes } from 'node:crypto';
import { composeApiKey, maskKey } from '#contract/api-key-form.ts';
import type { Context } from '#server/platform/context.ts';
import type { Id } from '#contract/fields.ts';
import { type Rate, spend } from '#server/platform/http/limits.ts';
import { hashApiKey } from './hash-api-key.ts';

/** Each writes an audit entry, so they are rate-limited. */
const NEW_KEYS: Rate = { limit: 20, periodSeconds: 3_600 };

/** A new secret, and the columns that keep what may be kept of it. */
export function composeKey(ctx: Context) {
  const apiKey = composeApiKey(randomBytes);
  return { apiKey, columns: { apiKeyHash: hashApiKey(apiKey), maskedKey: maskKey(apiKey), updatedAt: ctx.now() } };
}

export const spendNewKey = (ctx: Context, userId: Id): Promise<void> => spend(ctx, `api-key:${userId}`, NEW_KEYS);
