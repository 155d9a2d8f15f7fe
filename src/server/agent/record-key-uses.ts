import type { Id } from '#contract/fields.ts';
import { recordNewAddress } from '#server/auth/index.ts';
import type { Context, Services } from '#server/platform/context.ts';

interface Use {
  ctx: Context;
  agent: string;
  at: Date;
}

/** A key that was used from another address before. */
interface Moved {
  id: Id;
  user_id: Id;
  name: string;
}

interface Noted {
  at: number;
  agent: string;
  address: string;
}

const MINUTE_MS = 60_000;
const NOTED_MAX = 20_000;

/** Writes when, by which agent and from which address each key was last used: to the minute, unless that changed. */
export function createKeyUses(services: Services): (calls: readonly Use[]) => Promise<void> {
  const noted = new Map<Id, Noted>();
  return async (calls) => {
    const uses = new Map<Id, Noted>();
    for (const { ctx, agent, at } of calls) {
      const key = ctx.actor.kind === 'agent' ? ctx.actor.key : undefined;
      if (key === undefined) continue;
      const last = noted.get(key.id);
      const isKnown = last?.agent === agent && last.address === ctx.address && at.getTime() - last.at < MINUTE_MS;
      if (!isKnown) uses.set(key.id, { at: at.getTime(), agent, address: ctx.address });
    }
    if (uses.size === 0) return;
    const rows = [...uses].toSorted(([a], [b]) => (a < b ? -1 : 1));
    const { rows: moved } = await services.database.pool.query<Moved>(WRITE, [
      rows.map(([id]) => id),
      rows.map(([, { at }]) => new Date(at)),
      rows.map(([, { agent }]) => agent),
      rows.map(([, { address }]) => address),
    ]);
    for (const { id, user_id: userId, name: key } of moved) {
      const use = uses.get(id);
      if (use !== undefined) await recordNewAddress(services, { userId, keyId: id, key, ...use });
    }
    if (noted.size + uses.size > NOTED_MAX) noted.clear();
    for (const [id, use] of rows) noted.set(id, use);
  };
}

/** Rows are locked in the order of their ids, in which every server writes them. A rotated key begins anew. */
const WRITE = `
  with used as (
    select u.*, k.last_used_from is distinct from u.address as has_moved from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[]) as u (id, at, agent, address)
    join users_api_key k on k.id = u.id and k.updated_at <= u.at and coalesce(k.last_used_at, u.at) <= u.at
    order by u.id for no key update of k
  ), written as (
    update users_api_key k set last_used_at = used.at, last_used_by = used.agent, last_used_from = used.address
    from used where k.id = used.id returning k.id, k.user_id, k.name, used.has_moved
  )
  select id, user_id, name from written where has_moved`;
