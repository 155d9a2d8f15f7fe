import type { Id } from '#contract/fields.ts';
import type { Context, Services } from '#server/platform/context.ts';

interface Use {
  ctx: Context;
  agent: string;
  at: Date;
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
    await services.database.pool.query(WRITE, [
      rows.map(([id]) => id),
      rows.map(([, { at }]) => new Date(at)),
      rows.map(([, { agent }]) => agent),
      rows.map(([, { address }]) => address),
    ]);
    if (noted.size + uses.size > NOTED_MAX) noted.clear();
    for (const [id, use] of rows) noted.set(id, use);
  };
}

/** Rows are locked in the order of their ids, in which every server writes them. A rotated key begins anew. */
const WRITE = `
  with used as (
    select u.* from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[]) as u (id, at, agent, address)
    join users_api_key k on k.id = u.id and k.updated_at <= u.at and coalesce(k.last_used_at, u.at) <= u.at
    order by u.id for no key update of k
  )
  update users_api_key k set last_used_at = used.at, last_used_by = used.agent, last_used_from = used.address
  from used where k.id = used.id`;
