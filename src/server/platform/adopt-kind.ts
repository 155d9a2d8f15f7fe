import { sql } from 'drizzle-orm';
import type { Config } from './config.ts';
import type { Database } from './db/client.ts';
import { systemSettings } from './db/tables/index.ts';

/**
 * Copies BATON_KIND into the settings row, so that code and SQL read one place. It stays when the variable is removed:
 * from then on the console changes it.
 */
export async function adoptKind(db: Database, { kind }: Pick<Config, 'kind'>): Promise<void> {
  if (kind === undefined) return;
  await db
    .update(systemSettings)
    .set({ instanceKind: kind })
    .where(sql`${systemSettings.instanceKind} is distinct from ${kind}`);
}
