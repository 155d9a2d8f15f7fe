import type { Endpoint, InputOf } from '#contract/endpoint.ts';
import type { Context } from '#server/platform/context.ts';
import type { Background } from './background.ts';
import type { EngineCall } from './engine-call.ts';
import type { Engine, Question } from './engine.ts';
import { requireAccepted } from './explain-answer.ts';
import { invalid } from './refusals.ts';
import { localPath } from './rules.ts';

/** A request to the sign-in endpoints, with the engine that manages sessions. */
export interface AuthRequest {
  ctx: Context;
  headers: Headers;
  engine: Engine;
  background: Background;
}

export interface AuthDoor {
  endpoint: Endpoint;
  open(request: AuthRequest, input: Record<string, unknown>): Promise<Response>;
}

export function door<E extends Endpoint>(
  endpoint: E,
  open: (request: AuthRequest, input: InputOf<E>) => Promise<Response>,
): AuthDoor {
  return { endpoint, open: (request, input) => open(request, input as InputOf<E>) };
}

/** Calls the engine, and maps its refusals to our errors. */
export async function ask(
  { ctx, headers, engine }: AuthRequest,
  question: Question,
  call: EngineCall = { mails: [] },
): Promise<Response> {
  const answer = await engine.ask(ctx, headers, question, call);
  return requireAccepted(answer, headers.has('cookie'));
}

/** Allows only paths of this site as a return address, against open redirects. */
export function requireLocalPath(ctx: Context, address: string | undefined, name: string): string | undefined {
  if (address === undefined) return undefined;
  const path = localPath(address, ctx.config.url);
  if (path === undefined) throw invalid(name, undefined, `${name}: must be an address of this site.`);
  return path;
}

/** Revokes the session that the browser had before, so that each browser has one. */
export async function endEarlierSession({ ctx, headers, engine }: AuthRequest): Promise<void> {
  const earlier = await engine.findSession(ctx, headers);
  if (earlier !== undefined) await engine.endSession(earlier.token);
}
