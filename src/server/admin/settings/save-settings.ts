import type { BothTierLimits, SettingsAnswer, saveSettings as endpoint } from '#contract/admin-settings.ts';
import type { TierName } from '#contract/admin-users.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { withTotals } from '#contract/settings-rules.ts';
import { getMe } from '#server/auth/index.ts';
import { listModels } from '#server/engine/index.ts';
import type { Context } from '#server/platform/context.ts';
import { systemSettings } from '#server/platform/db/tables/index.ts';
import { change } from '#server/platform/feed.ts';
import { SETTINGS_TOPIC, TIERS_TOPIC } from '#server/platform/settings.ts';
import { settleAllPlaces } from '#server/projects/index.ts';
import { recordAction } from '../record-action.ts';
import type { RunLater } from '../run-later.ts';
import { presentSettings, presentValues } from './present.ts';
import { holdSettings, notify, readTiers, writeTiers } from './queries.ts';
import { diffSettings, nextModified, requireNoProblems, requireUnchanged } from './rules.ts';

/**
 * Saves settings and tier limits in one transaction. Effective on every server at commit: limits are read from the
 * database on every use, and the cached settings are invalidated by a notification.
 */
export async function saveSettings(
  ctx: Context,
  input: InputOf<typeof endpoint>,
  runLater: RunLater,
): Promise<SettingsAnswer> {
  // Totals are computed here; those that were sent are ignored.
  const saved = await readTiers(ctx.db);
  const limitsOf = (tier: TierName) => {
    const { storage_mb: storage = saved[tier].storage_mb, ...counts } = input.tierLimits[tier];
    return withTotals({ ...counts, storage_mb: storage });
  };
  const tierLimits = { free: limitsOf('free'), pro: limitsOf('pro') };
  const wanted = { settings: input.settings, tierLimits };
  const { result } = await recordAction(ctx, { action: 'settings.saved', subject: 'settings' }, async (recording) => {
    requireNoProblems(
      wanted,
      listModels().map(({ name }) => name),
    );
    const { email } = await getMe(ctx);
    return change(ctx, async (tx) => {
      const held = await holdSettings(tx);
      requireUnchanged(held, input.lastModified);
      const before = await readTiers(tx);
      const lastModified = nextModified(held.lastModified, ctx.now());
      const row = { ...held, ...input.settings, lastModified, modifiedBy: email };
      await tx.update(systemSettings).set(row);
      await writeTiers(tx, tierLimits, ctx.now());
      const tiers = changedTiers(before, tierLimits);
      await notify(tx, SETTINGS_TOPIC, 'saved');
      if (tiers.length > 0) await notify(tx, TIERS_TOPIC, tiers.join(','));
      recording.note({ changed: diffSettings({ settings: presentValues(held), tierLimits: before }, wanted) });
      await recording.within(tx);
      return { answer: presentSettings(row, tierLimits), before };
    });
  });
  ctx.bus.tellHere(SETTINGS_TOPIC, 'saved');
  if (hasOtherPlaces(result.before, tierLimits)) runLater((signal) => settleAllPlaces(ctx, signal));
  return result.answer;
}

const TIERS: readonly TierName[] = ['free', 'pro'];

const changedTiers = (before: BothTierLimits, after: BothTierLimits): TierName[] =>
  TIERS.filter((tier) => JSON.stringify(before[tier]) !== JSON.stringify(after[tier]));

const hasOtherPlaces = (before: BothTierLimits, after: BothTierLimits): boolean =>
  TIERS.some((tier) => before[tier].max_projects !== after[tier].max_projects);
