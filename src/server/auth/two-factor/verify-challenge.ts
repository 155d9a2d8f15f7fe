import type { verifyTwoFactor as endpoint } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';
import type { AuthRequest } from '../auth-door.ts';
import { findUser } from '../queries.ts';
import { browserOf } from '../record-access.ts';
import { challengeOver } from '../refusals.ts';
import { withCookies } from '../sign-up-cookie.ts';
import { storeGoogleLink } from '../store-google-link.ts';
import { type Challenge, TRIES_MAX, countTry, endChallenge, findChallenge, forgetChallenge } from './challenge.ts';
import { mailInBackground, writeBackupCodeUsed } from './mails.ts';
import { openProvenSession } from './open-proven-session.ts';
import { countBackupCodes, findTwoFactor } from './queries.ts';
import { requireCode } from './require-code.ts';
import type { SecondFactor } from './take-code.ts';

/** Finishes a sign-in that waits for its second factor. */
export async function verifyChallenge(request: AuthRequest, input: InputOf<typeof endpoint>): Promise<Response> {
  const { ctx } = request;
  const challenge = await findChallenge(request);
  if (challenge === undefined) throw challengeOver();
  const second = await requireSecond(request, challenge, input.code);
  const cookies = await openProvenSession(request, challenge.userId, {
    by: challenge.by,
    second,
    remember: challenge.remember,
    confirm: () => endChallenge(ctx, challenge),
    refusal: challengeOver,
  });
  if (challenge.link !== undefined) await storeGoogleLink(ctx, challenge.userId, challenge.link);
  if (second === 'backup_code') await tellBackupCodeUsed(request, challenge);
  return withCookies(Response.json({ status: true, to: challenge.to }), [...cookies, forgetChallenge(ctx)]);
}

async function requireSecond(request: AuthRequest, challenge: Challenge, code: string): Promise<SecondFactor> {
  const { ctx } = request;
  // Turned off meanwhile: the password alone signs in again.
  const row = await findTwoFactor(ctx.db, challenge.userId);
  if (row === undefined) throw challengeOver();
  let tries = 0;
  const count = async () => {
    tries = await countTry(ctx, challenge);
  };
  try {
    return await requireCode(ctx, row, code, { before: count, seen: browserOf(request) });
  } catch (error) {
    if (tries >= TRIES_MAX && error instanceof AppError && error.detail.code === 'WRONG_CODE') {
      await endChallenge(ctx, challenge);
    }
    throw error;
  }
}

async function tellBackupCodeUsed(request: AuthRequest, { userId }: Challenge): Promise<void> {
  const left = await countBackupCodes(request.ctx.db, userId);
  await tell(request, userId, (email) => writeBackupCodeUsed(request.ctx, email, left));
}

async function tell(
  request: AuthRequest,
  userId: string,
  write: (email: string) => Parameters<Context['mail']['send']>[0],
): Promise<void> {
  const user = await findUser(request.ctx.db, userId);
  if (user !== undefined) mailInBackground(request, write(user.email));
}
