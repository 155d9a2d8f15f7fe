import { API_KEY_PREFIX, isApiKey } from '#contract/api-key-form.ts';
import type { verifyApiKey as endpoint } from '#contract/api-key.ts';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Context } from '#server/platform/context.ts';
import { hashApiKey } from './hash-api-key.ts';
import { hasExpired, keyHoldersOf } from './key-holder.ts';
import { ownerIdOf } from './require-user.ts';

/** Whether a key is the caller's own and valid. Reveals nothing about other accounts' keys. */
export async function verifyApiKey(ctx: Context, input: InputOf<typeof endpoint>): Promise<AnswerOf<typeof endpoint>> {
  const { apiKey } = input;
  if (!isApiKey(apiKey)) {
    const isWhole = apiKey.startsWith(API_KEY_PREFIX) && apiKey.length === API_KEY_PREFIX.length + 40;
    return { valid: false, reason: isWhole ? 'checksum' : 'malformed' };
  }
  const holder = await keyHoldersOf(ctx).read(hashApiKey(apiKey));
  if (holder === undefined || holder.userId !== ownerIdOf(ctx)) return { valid: false, reason: 'unknown' };
  return hasExpired(holder, ctx.now()) ? { valid: false, reason: 'expired' } : { valid: true, reason: null };
}
