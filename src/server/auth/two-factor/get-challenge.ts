import type { getSignInChallenge as endpoint } from '#contract/auth.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { AuthRequest } from '../auth-door.ts';
import { TRIES_MAX, findChallenge } from './challenge.ts';

/** Whether a sign-in of this browser waits for a code. Counts as no try, and does not say whose it is. */
export async function getChallenge(request: AuthRequest): Promise<Response> {
  const challenge = await findChallenge(request);
  const answer: AnswerOf<typeof endpoint> =
    challenge === undefined
      ? null
      : { expires_at: challenge.expiresAt.toISOString(), tries_left: TRIES_MAX - challenge.tries };
  return Response.json(answer);
}
