import type { Bus } from './bus.ts';
import { keepCache } from './caches.ts';
import type { Database } from './db/client.ts';
import { systemSettings } from './db/tables/index.ts';

export type SystemSettings = typeof systemSettings.$inferSelect;

/** Notification that the settings have changed. */
export const SETTINGS_TOPIC = 'settings';
/** Notification that tier limits have changed; the subject names the tiers. */
export const TIERS_TOPIC = 'tiers';

export interface SettingsReader {
  read(): Promise<SystemSettings>;
}

/** TTL of the cache: how long a lost notification could leave an old setting in force. */
const MAX_AGE_MS = 1_000;

/** The administrator's settings, cached and invalidated when any server changes them. */
export function createSettingsReader(db: Database, bus: Bus): SettingsReader {
  let kept: { at: number; value: Promise<SystemSettings> } | undefined;
  const drop = () => {
    kept = undefined;
  };
  bus.on(SETTINGS_TOPIC, drop);
  keepCache(bus, () => {
    const entries = kept === undefined ? 0 : 1;
    drop();
    return entries;
  });
  return {
    read() {
      const now = performance.now();
      if (kept !== undefined && now - kept.at < MAX_AGE_MS) return kept.value;
      const value = load(db);
      kept = { at: now, value };
      value.catch(drop);
      return value;
    },
  };
}

async function load(db: Database): Promise<SystemSettings> {
  const [row] = await db.select().from(systemSettings).limit(1);
  if (row === undefined) throw new Error('system_settings has no row');
  return row;
}
