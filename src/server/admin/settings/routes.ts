import * as instance from '#contract/admin-instance.ts';
import * as settings from '#contract/admin-settings.ts';
import { setMaintenance as maintenance } from '#contract/admin-system.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import type { RunLater } from '../run-later.ts';
import { getInstanceSettings } from './get-instance-settings.ts';
import { getSettings } from './get-settings.ts';
import { saveInstanceSettings } from './save-instance-settings.ts';
import { saveSettings } from './save-settings.ts';
import { setMaintenance } from './set-maintenance.ts';

export function addSettingsRoutes(mount: Mount, runLater: RunLater): void {
  mount(settings.getSettings, getSettings);
  mount(settings.saveSettings, (ctx, input) => saveSettings(ctx, input, runLater));
  mount(instance.getInstanceSettings, getInstanceSettings);
  mount(instance.saveInstanceSettings, (ctx, input) => saveInstanceSettings(ctx, input, runLater));
  mount(maintenance, setMaintenance);
}
