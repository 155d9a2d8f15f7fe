import type { verifyEmail as endpoint } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { type AuthRequest, ask, requireLocalPath } from './auth-door.ts';
import type { EngineCall } from './engine-call.ts';
import { recordAccess } from './record-access.ts';

/** Confirms the address for whoever has the link from the mail. */
export async function verifyEmail(request: AuthRequest, input: InputOf<typeof endpoint>): Promise<Response> {
  const path = requireLocalPath(request.ctx, input.callbackURL, 'callbackURL');
  const query = { token: input.token, ...(path === undefined ? {} : { callbackURL: path }) };
  const call: EngineCall = { mails: [] };
  const answer = await ask(request, { method: 'GET', path: '/verify-email', query }, call);
  if (call.confirmed !== undefined) await recordAccess(request.ctx, call.confirmed, 'email.confirmed');
  return answer;
}
