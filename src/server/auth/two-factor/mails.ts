import { PRODUCT } from '#contract/constants.ts';
import type { Context } from '#server/platform/context.ts';
import type { Mail } from '#server/platform/mail/index.ts';
import { CHOOSE, when, writeNotice } from '../account-notice.ts';
import type { AuthRequest } from '../auth-door.ts';

export const writeTurnedOn = (ctx: Context, to: string): Mail =>
  writeNotice(ctx, {
    to,
    subject: `Two-factor authentication is on for ${PRODUCT}`,
    title: 'Two-factor authentication is on',
    paragraphs: [
      `It was turned on for the ${PRODUCT} account of ${to} on ${when(ctx)}. Signing in asks for a code of your authenticator app from now on.`,
      'Every other device was signed out. API keys and connected apps go on as before. Keep the backup codes where you find them without your phone.',
    ],
    footer: `If this was not you, write to the administrator of this server at once, who can turn it off.`,
  });

export const writeTurnedOff = (ctx: Context, to: string, by: 'owner' | 'administrator'): Mail =>
  writeNotice(ctx, {
    to,
    subject: `Two-factor authentication is off for ${PRODUCT}`,
    title: 'Two-factor authentication is off',
    paragraphs: [
      `${by === 'owner' ? 'It was turned off' : 'An administrator of this server turned it off'} for the ${PRODUCT} account of ${to} on ${when(ctx)}. Signing in asks for no code any more.`,
    ],
    footer:
      by === 'owner'
        ? `${CHOOSE} Then turn it on again on your account page.`
        : 'If you did not ask for this, write to the administrator, and turn it on again on your account page.',
  });

export const writeCodesRenewed = (ctx: Context, to: string): Mail =>
  writeNotice(ctx, {
    to,
    subject: `New backup codes for ${PRODUCT}`,
    title: 'New backup codes were made',
    paragraphs: [
      `New backup codes were made for the ${PRODUCT} account of ${to} on ${when(ctx)}. Those before stopped working.`,
    ],
    footer: CHOOSE,
  });

export const writeBackupCodeUsed = (ctx: Context, to: string, left: number): Mail =>
  writeNotice(ctx, {
    to,
    subject: `A backup code was used for ${PRODUCT}`,
    title: 'A backup code was used',
    paragraphs: [
      `Somebody, hopefully you, signed in to the ${PRODUCT} account of ${to} with a backup code on ${when(ctx)}.`,
      left === 0
        ? 'It was the last one. Make new ones on your account page.'
        : `${left === 1 ? 'One is' : `${left} are`} left. You can make new ones on your account page.`,
    ],
    footer: CHOOSE,
  });

export const writeCodesRefused = (ctx: Context, to: string): Mail =>
  writeNotice(ctx, {
    to,
    subject: `Several wrong codes for ${PRODUCT}`,
    title: 'Several wrong codes were given',
    paragraphs: [
      `On ${when(ctx)} somebody got past the password of the ${PRODUCT} account of ${to}, or past Google, and then gave several wrong codes. They were not let in.`,
    ],
    footer: `If this was you, there is nothing to do. ${CHOOSE} If you sign in with Google, look at who has access there, too.`,
  });

/** The sign-in does not wait for the mail. */
export function mailInBackground({ ctx, background }: AuthRequest, mail: Mail): void {
  try {
    background.run(ctx, () => ctx.mail.send(mail));
  } catch {
    ctx.log.warn({ requestId: ctx.requestId }, 'the server is too busy to mail about a second factor');
  }
}
