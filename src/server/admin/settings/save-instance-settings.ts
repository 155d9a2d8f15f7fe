import type { InstanceSettings } from '#contract/admin-instance.ts';
import type { KindChoice } from '#contract/instance-kind.ts';
import { getMe } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { systemSettings } from '#server/platform/db/tables/index.ts';
import { change } from '#server/platform/feed.ts';
import { SETTINGS_TOPIC } from '#server/platform/settings.ts';
import { settleAllPlaces } from '#server/projects/index.ts';
import { recordAction } from '../record-action.ts';
import type { RunLater } from '../run-later.ts';
import { getInstanceSettings } from './get-instance-settings.ts';
import { holdSettings } from './queries.ts';
import { nextModified } from './rules.ts';
import { kindFields, writeKind } from './write-kind.ts';

/**
 * Changes the kind of instance. Effective on every server at commit; projects beyond the new limits are settled
 * afterwards.
 */
export async function saveInstanceSettings(
  ctx: Context,
  choice: KindChoice,
  runLater: RunLater,
): Promise<InstanceSettings> {
  const { email } = await getMe(ctx);
  const { result: isOther } = await recordAction(
    ctx,
    { action: 'instance.saved', subject: 'settings' },
    async (recording) =>
      change(ctx, async (tx) => {
        const held = await holdSettings(tx);
        const written = await writeKind(ctx, tx, held, choice);
        const lastModified = nextModified(held.lastModified, ctx.now());
        await tx.update(systemSettings).set({ lastModified, modifiedBy: email });
        recording.note({ before: kindFields(held), after: kindFields(written.after) });
        await recording.within(tx);
        return written.isOther;
      }),
  );
  ctx.bus.tellHere(SETTINGS_TOPIC, 'saved');
  if (isOther) runLater((signal) => settleAllPlaces(ctx, signal));
  return getInstanceSettings(ctx);
}
