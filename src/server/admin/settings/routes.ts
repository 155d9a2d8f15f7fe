import * as settings from '#contract/admin-settings.ts';
import { setMaintenance as maintenance } from '#contract/admin-system.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import type { RunLater } from '../run-later.ts';
import { getSettings } from './get-settings.ts';
import { saveSettings } from './save-settings.ts';
import { setMaintenance } from './set-maintenance.ts';

export function addSettingsRoutes(mount: Mount, runLater: RunLater): void {
  mount(settings.getSettings, getSettings);
  mount(settings.saveSettings, (ctx, input) => saveSettings(ctx, input, runLater));
  mount(maintenance, setMaintenance);
}
