import type { Id } from '#contract/fields.ts';
import type { Actor, Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';

/** Whether the credential of the caller allows changes at all: what it may change is proven where it is changed. */
function mayWrite(actor: Actor): boolean {
  if (actor.kind === 'anonymous') return false;
  if (actor.kind !== 'agent') return true;
  if (actor.grant !== undefined) return actor.grant.scopes.includes('tasks:write');
  return actor.key?.readOnly !== true;
}

/** `what` is what was asked for, as the caller named it. */
export function requireMayWrite({ actor }: Pick<Context, 'actor'>, what: string): void {
  if (mayWrite(actor)) return;
  const asked = what.slice(0, 60);
  throw new AppError(
    'FORBIDDEN',
    actor.kind === 'agent' && actor.grant !== undefined
      ? `This app may only read. To use ${asked}, connect it again and ask for the scope tasks:write.`
      : `This key may only read. To use ${asked}, make a key that may also write on the Account page.`,
  );
}

/** The one project that the credential of the caller opens, if it is bound to one. */
export function boundProjectOf(actor: Actor): Id | null {
  if (actor.kind !== 'agent') return null;
  return actor.grant === undefined ? (actor.key?.boundTo ?? null) : actor.projectId;
}

/** For what concerns the whole account: a credential that is bound to one project is refused. */
export function requireUnbound({ actor }: Pick<Context, 'actor'>): void {
  if (boundProjectOf(actor) === null) return;
  throw new AppError('FORBIDDEN', 'This key works in one project only; it cannot make another one.');
}
