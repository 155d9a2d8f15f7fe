import type { setMaintenance as endpoint } from '#contract/admin-system.ts';
import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import { getMe } from '#server/auth/index.ts';
import type { Context } from '#server/platform/context.ts';
import { systemSettings } from '#server/platform/db/tables/index.ts';
import { change } from '#server/platform/feed.ts';
import { SETTINGS_TOPIC } from '#server/platform/settings.ts';
import { recordAction } from '../record-action.ts';
import { holdSettings, notify } from './queries.ts';
import { nextModified } from './rules.ts';

/** Turns maintenance mode on or off on every server; without a message the last one is kept. */
export async function setMaintenance(
  ctx: Context,
  input: InputOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const entry = { action: input.on ? 'maintenance.on' : 'maintenance.off', subject: 'settings' };
  const { result } = await recordAction(ctx, entry, async (recording) => {
    const { email } = await getMe(ctx);
    return change(ctx, async (tx) => {
      const held = await holdSettings(tx);
      const message = input.message ?? held.maintenanceMessage;
      // Decided on the locked row: a concurrent save may have changed the mode already.
      if (held.maintenanceMode === input.on && message !== held.maintenanceMessage)
        entry.action = 'maintenance.message';
      const lastModified = nextModified(held.lastModified, ctx.now());
      await tx
        .update(systemSettings)
        .set({ maintenanceMode: input.on, maintenanceMessage: message, lastModified, modifiedBy: email });
      await notify(tx, SETTINGS_TOPIC, 'saved');
      recording.note({ message });
      await recording.within(tx);
      return { on: input.on, message };
    });
  });
  ctx.bus.tellHere(SETTINGS_TOPIC, 'saved');
  return result;
}
