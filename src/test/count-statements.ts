import type pg from 'pg';

/** Writes down the statements a pool sends, until it is stopped. */
export function countStatements(pool: pg.Pool): { stop(): string[] } {
  const seen: string[] = [];
  const watched = new Map<pg.PoolClient, pg.PoolClient['query']>();
  const watch = (client: pg.PoolClient) => {
    if (watched.has(client)) return;
    const original = client.query;
    watched.set(client, original);
    client.query = function query(this: pg.PoolClient, ...sent: unknown[]) {
      const [first] = sent;
      seen.push(typeof first === 'string' ? first : String((first as { text?: string }).text));
      return Reflect.apply(original, this, sent);
    } as typeof original;
  };
  pool.on('acquire', watch);
  return {
    stop: () => {
      pool.off('acquire', watch);
      for (const [client, original] of watched) client.query = original;
      return seen;
    },
  };
}
