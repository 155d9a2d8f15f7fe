import { displayNameOf } from '#contract/display-name.ts';
import type { Id } from '#contract/fields.ts';
import { findUser } from '#server/auth/index.ts';
import type { Actor, Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';
import { newId } from '#server/platform/id.ts';

/** The owner of the example as an actor: the caller, or for a command the account that it names. */
export async function personOf({ actor }: Context, tx: Tx, userId: Id): Promise<Actor> {
  if (actor.kind === 'user' && actor.userId === userId) return actor;
  const user = await findUser(tx, userId);
  const name = user === undefined ? 'You' : displayNameOf(user);
  return { kind: 'user', userId, sessionId: newId(), name, isAdmin: false };
}
