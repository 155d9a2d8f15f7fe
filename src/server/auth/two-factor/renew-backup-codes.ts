import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { Id } from '#contract/fields.ts';
import type { renewBackupCodes as endpoint } from '#contract/two-factor.ts';
import type { Context } from '#server/platform/context.ts';
import { tellOwner } from '../account-notice.ts';
import { accountActor, audit, changeAccount } from '../change-account.ts';
import { presentAccount } from '../present.ts';
import { findUserForUpdate } from '../queries.ts';
import { sessionExpired, twoFactorOff } from '../refusals.ts';
import { writeCodesRenewed } from './mails.ts';
import { makeBackupCodes } from './make-backup-codes.ts';
import { findTwoFactor } from './queries.ts';
import { requireBoth } from './require-both.ts';

/** Makes new backup codes, given both factors; those before stop working. */
export async function renewBackupCodes(
  ctx: Context,
  input: InputOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { id } = await requireBoth(ctx, input, 'Enter your password to make new backup codes.');
  const { email, codes } = await changeAccount(ctx, id, async (tx, emit) => {
    const user = await findUserForUpdate(tx, id);
    if (user === undefined) throw sessionExpired();
    if ((await findTwoFactor(tx, id)) === undefined) throw twoFactorOff();
    const made = await makeBackupCodes(tx, id);
    const detail = { address: ctx.address };
    await audit(ctx, tx, { action: 'two_factor.codes_made', subject: id, actor: accountActor(id as Id), detail });
    // Other tabs show how many are left.
    emit(`user:${id}`, 'account.updated', { ...presentAccount(user), two_factor: true });
    return { email: user.email, codes: made };
  });
  await tellOwner(ctx, writeCodesRenewed(ctx, email));
  return { backup_codes: codes };
}
