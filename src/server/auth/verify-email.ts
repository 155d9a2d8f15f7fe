import type { verifyEmail as endpoint } from '#contract/auth.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { type AuthRequest, ask, requireLocalPath } from './auth-door.ts';
import type { EngineCall } from './engine-call.ts';
import { recordAccess } from './record-access.ts';
import { tellDone } from './tell-done.ts';

/** Confirms the address for whoever has the link from the mail; where the link is dead, nothing is said to be confirmed. */
export async function verifyEmail(request: AuthRequest, input: InputOf<typeof endpoint>): Promise<Response> {
  const { ctx } = request;
  const path = requireLocalPath(ctx, input.callbackURL, 'callbackURL');
  const query = { token: input.token, ...(path === undefined ? {} : { callbackURL: path }) };
  const call: EngineCall = { mails: [] };
  const answer = await ask(request, { method: 'GET', path: '/verify-email', query }, call);
  if (call.confirmed !== undefined) await recordAccess(ctx, call.confirmed, 'email.confirmed');
  const target = new URL(answer.headers.get('location') ?? '', ctx.config.url);
  return target.searchParams.has('error') ? answer : tellDone(ctx, answer, 'confirmed');
}
