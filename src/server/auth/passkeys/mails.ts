import { PRODUCT } from '#contract/constants.ts';
import type { Context } from '#server/platform/context.ts';
import { tellOwner, when, writeNotice } from '../account-notice.ts';

export const tellPasskeyAdded = (ctx: Context, to: string, name: string): Promise<void> =>
  tellOwner(
    ctx,
    writeNotice(ctx, {
      to,
      subject: `A passkey was added to your ${PRODUCT} account`,
      title: 'A passkey was added',
      paragraphs: [
        `The passkey “${name}” was added to your ${PRODUCT} account on ${when(ctx)}. It signs in without a password.`,
      ],
      footer: 'If this was not you, remove it there and choose a new password at once.',
    }),
  );
