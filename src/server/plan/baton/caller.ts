import type { EventActor } from '#contract/fields.ts';
import { type Actor, type Context, presentActor } from '#server/platform/context.ts';
import { hashToken } from './baton-token.ts';

/** The caller in terms of batons. */
export interface Caller {
  /** The name that is shown, and to which its writes are attributed. */
  holder: EventActor;
  /** Unique key of a holder, by which the database enforces one baton per agent. */
  holderKey: string;
  /** The same for the calling program or session, where the agent gave a name of its own. */
  clientKey: string;
  /** Hash of the token that came with the call. */
  tokenHash: string | undefined;
  /** The caller has a session of its own, which nobody else can use: that proves as much as a token. */
  hasSession: boolean;
}

/**
 * An agent is identified by its session: two windows of one program are two agents. Without a session, by account and
 * name. A name given at a claim takes precedence: several agents may share a session or a program.
 */
export function callerOf({ actor }: Pick<Context, 'actor'>, agent?: string): Caller {
  const caller = presentActor(actor);
  const holder: EventActor = agent === undefined ? caller : { ...caller, kind: 'agent', name: agent };
  const token = actor.kind === 'agent' ? actor.token : undefined;
  const tokenHash = token === undefined ? undefined : hashToken(token);
  const session = sessionOf(actor);
  if (session === undefined)
    return { holder, holderKey: keyOf(holder), clientKey: keyOf(caller), tokenHash, hasSession: false };
  const holderKey = agent === undefined ? session : `${session}:${agent}`;
  return { holder, holderKey, clientKey: session, tokenHash, hasSession: true };
}

const sessionOf = (actor: Actor): string | undefined =>
  actor.kind === 'agent' && actor.session !== undefined ? `session:${actor.userId}:${actor.session}` : undefined;

/** Names cannot influence the prefix, so no name can be mistaken for a session. */
const keyOf = (holder: EventActor): string =>
  holder.kind === 'user' ? `user:${holder.id}` : `${holder.kind}:${holder.id}:${holder.name}`;

export interface Held {
  holderKey: string;
  clientKey: string;
  tokenHash: string;
}

/**
 * The baton that a caller holds: by its token, by its own key, or the only one held through its program. Where several
 * named agents of one program hold batons, it is unknown which of them calls.
 */
export function findOwn<T extends Held>(held: readonly T[], caller: Caller): T | undefined {
  const { holderKey, clientKey, tokenHash, hasSession } = caller;
  const byToken = tokenHash === undefined ? undefined : held.find((each) => each.tokenHash === tokenHash);
  // The token of an earlier claim does not identify the current holder of the same name.
  if (byToken === undefined && tokenHash !== undefined && !hasSession) return undefined;
  const own = byToken ?? held.find((each) => each.holderKey === holderKey);
  if (own !== undefined) return own;
  const [only, ...others] = held.filter((each) => each.clientKey === clientKey);
  return others.length === 0 ? only : undefined;
}

/** Whether the caller has proven that it holds this baton, by token or session. A name proves nothing. */
export function hasProven(held: Held, { holder, holderKey, clientKey, tokenHash, hasSession }: Caller): boolean {
  if (tokenHash !== undefined && held.tokenHash === tokenHash) return true;
  // Claimed by setting the status: no token was issued, so none can be required.
  if (held.tokenHash === '') return held.holderKey === holderKey;
  if (holder.kind === 'user') return held.holderKey === holderKey;
  return hasSession && (held.holderKey === holderKey || held.clientKey === clientKey);
}

/** Events of a claim are attributed to the name the agent gave itself. */
export const asAgent = <C extends Context>(ctx: C, name: string | undefined): C =>
  name === undefined || ctx.actor.kind !== 'agent' ? ctx : { ...ctx, actor: { ...ctx.actor, name } };

/** The context of a caller that sent its baton token as an argument. */
export function withToken<C extends Context>(ctx: C, token: string | undefined): C {
  if (token === undefined || ctx.actor.kind !== 'agent') return ctx;
  return { ...ctx, actor: { ...ctx.actor, token } };
}
