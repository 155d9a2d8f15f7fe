import type { Id } from '#contract/fields.ts';
import type { Actor, Context } from '#server/platform/context.ts';
import { AppError } from '#server/platform/error.ts';

/** The signed-in user; agents and anonymous callers are refused. */
export function requireUser(ctx: Context): Extract<Actor, { kind: 'user' }> {
  if (ctx.actor.kind === 'user') return ctx.actor;
  throw new AppError('AUTHENTICATION_ERROR', 'No authentication token available');
}

/** The account whose data the caller works on: a user's own, or for an agent its owner's. */
export function ownerIdOf(ctx: Context): Id {
  if (ctx.actor.kind === 'user' || ctx.actor.kind === 'agent') return ctx.actor.userId;
  throw new AppError('AUTHENTICATION_ERROR', 'No authentication token available');
}

/** Administrators, and the server's own commands. */
export function requireAdministrator(ctx: Context): void {
  if (ctx.actor.kind === 'system' || (ctx.actor.kind === 'user' && ctx.actor.isAdmin)) return;
  throw new AppError('FORBIDDEN', 'This is for administrators only.');
}
