import type pg from 'pg';

/**
 * Background statements on connections of their own, whose number depends on timing: the search indexer, the timeline, and
 * batched notifications.
 */
const IN_BACKGROUND =
  /\bsearch_queue\b|'baton search'|\bpg_notify\b|\bis_expiry_told\b|^(?!.*\bcounted\.events\b).*\btimeline_heads\b/s;

/** Asked once by each server for a project, and kept: who owns it. */
const KEPT = /^select user_id from projects where id = \$1/;

interface Turn {
  /**
   * Whether a background statement was seen while the connection was checked out; none of that checkout's are counted.
   */
  isBackground: boolean;
}

/** Records the statements of a pool until stopped, without background work. */
export function countStatements(pool: pg.Pool): { stop(): string[] } {
  const seen: { text: string; turn: Turn }[] = [];
  const watched = new Map<pg.PoolClient, pg.PoolClient['query']>();
  const turns = new Map<pg.PoolClient, Turn>();
  const watch = (client: pg.PoolClient) => {
    turns.set(client, { isBackground: false });
    if (watched.has(client)) return;
    const original = client.query;
    watched.set(client, original);
    client.query = function query(this: pg.PoolClient, ...sent: unknown[]) {
      const [first] = sent;
      const text = typeof first === 'string' ? first : String((first as { text?: string }).text);
      if (KEPT.test(text)) return Reflect.apply(original, this, sent);
      const turn = turns.get(client) ?? { isBackground: false };
      if (IN_BACKGROUND.test(text)) turn.isBackground = true;
      seen.push({ text, turn });
      return Reflect.apply(original, this, sent);
    } as typeof original;
  };
  pool.on('acquire', watch);
  return {
    stop: () => {
      pool.off('acquire', watch);
      for (const [client, original] of watched) client.query = original;
      return seen.filter(({ turn }) => !turn.isBackground).map(({ text }) => text);
    },
  };
}
