import type { Id } from '#contract/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { notFound } from '#server/platform/error.ts';
import { audit, changeAccount } from './change-account.ts';
import { deleteApiKeys } from './delete-api-keys.ts';
import { findUserForUpdate } from './queries.ts';
import { requireAdministrator } from './require-user.ts';

/** Deletes an account's keys, effective on every server. Tasks claimed with them keep their lease. */
export async function resetUserApiKey(ctx: Context, { id }: { id: Id }): Promise<{ hadKey: boolean }> {
  requireAdministrator(ctx);
  return changeAccount(ctx, id, async (tx, emit) => {
    if ((await findUserForUpdate(tx, id)) === undefined) throw notFound('The user');
    const hadKey = await deleteApiKeys(tx, emit, id);
    if (hadKey) await audit(ctx, tx, { action: 'api_key.reset', subject: id });
    return { hadKey };
  });
}
