import type { SettingsAnswer } from '#contract/admin-settings.ts';
import { requireAdministrator } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { presentSettings } from './present.ts';
import { readSettings, readTiers } from './queries.ts';

/** Settings and tier limits, read from the database and not from the cache. */
export async function getSettings(ctx: Context): Promise<SettingsAnswer> {
  requireAdministrator(ctx);
  return ctx.db.transaction(async (tx) => presentSettings(await readSettings(tx), await readTiers(tx)), {
    isolationLevel: 'repeatable read',
  });
}
