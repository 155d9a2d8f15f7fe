import type { EventActor } from '#contract/fields.ts';
import { type Actor, type Context, presentActor } from '#server/platform/context.ts';
import { hashToken } from './baton-token.ts';

/** Who is calling, as the batons know it. */
export interface Caller {
  /** The name that is shown, and under which it writes. */
  holder: EventActor;
  /** One text per holder, by which the database sees that an agent never holds two batons. */
  holderKey: string;
  /** The same for the program or session that calls, where the agent gave a name of its own. */
  clientKey: string;
  /** Of the token that came with the call. */
  tokenHash: string | undefined;
  /** The caller has a session of its own, which nobody else can use: that proves as much as a token. */
  hasSession: boolean;
}

/**
 * An agent is its session where it has one: two windows of one program then are two agents. Without a session it is its
 * account and name. Whoever names an agent at a claim speaks for it: several may share a session or a program.
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

/** Names have no control over the front part, so no name can be taken for a session. */
const keyOf = (holder: EventActor): string =>
  holder.kind === 'user' ? `user:${holder.id}` : `${holder.kind}:${holder.id}:${holder.name}`;

export interface Held {
  holderKey: string;
  clientKey: string;
  tokenHash: string;
}

/**
 * The baton that a caller holds: the one whose token it sent, or the one held under its own key, or the only one held
 * through its program. Where several agents of one program hold batons under names, it cannot be told which one calls.
 */
export function findOwn<T extends Held>(held: readonly T[], caller: Caller): T | undefined {
  const { holderKey, clientKey, tokenHash, hasSession } = caller;
  const byToken = tokenHash === undefined ? undefined : held.find((each) => each.tokenHash === tokenHash);
  // Whoever sends the token of an earlier claim is not the one who holds a baton under the same name now.
  if (byToken === undefined && tokenHash !== undefined && !hasSession) return undefined;
  const own = byToken ?? held.find((each) => each.holderKey === holderKey);
  if (own !== undefined) return own;
  const [only, ...others] = held.filter((each) => each.clientKey === clientKey);
  return others.length === 0 ? only : undefined;
}

/** Whether the caller has proven that it holds this baton: by its token, or by its session. A name proves nothing. */
export function hasProven(held: Held, { holder, holderKey, clientKey, tokenHash, hasSession }: Caller): boolean {
  if (tokenHash !== undefined && held.tokenHash === tokenHash) return true;
  // Taken by setting the status: nobody was given a token, so there is none to ask for.
  if (held.tokenHash === '') return held.holderKey === holderKey;
  if (holder.kind === 'user') return held.holderKey === holderKey;
  return hasSession && (held.holderKey === holderKey || held.clientKey === clientKey);
}

/** What happens at a claim is told under the name that the agent gave itself. */
export const asAgent = <C extends Context>(ctx: C, name: string | undefined): C =>
  name === undefined || ctx.actor.kind !== 'agent' ? ctx : { ...ctx, actor: { ...ctx.actor, name } };

/** The same context for a caller that sent the token of its baton in the call itself. */
export function withToken<C extends Context>(ctx: C, token: string | undefined): C {
  if (token === undefined || ctx.actor.kind !== 'agent') return ctx;
  return { ...ctx, actor: { ...ctx.actor, token } };
}
