import { displayNameOf } from '#contract/display-name.ts';
import type { EventActor } from '#contract/fields.ts';
import { findUser } from '#server/auth/index.ts';
import { type Context, presentActor } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/client.ts';

/** The person behind a caller: a runner calls with the key of whoever started it. */
export async function personOf({ actor }: Context, tx: Tx): Promise<EventActor> {
  const shown = presentActor(actor);
  if (actor.kind !== 'agent') return shown;
  const user = await findUser(tx, actor.userId);
  return user === undefined ? shown : { kind: 'user', id: actor.userId, name: displayNameOf(user) };
}
