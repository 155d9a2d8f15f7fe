import type { Services } from '#server/platform/context.ts';
import type { MountDownload } from '#server/platform/http/download.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { addDashboardRoutes } from './dashboard/routes.ts';
import { addLogRoutes } from './logs/routes.ts';
import { addPeopleRoutes } from './people/routes.ts';
import { createLater } from './run-later.ts';
import { addSafetyRoutes } from './safety/routes.ts';
import type { SetUpParts } from './set-up/finish-set-up.ts';
import { addSetUpRoutes } from './set-up/routes.ts';
import { addSettingsRoutes } from './settings/routes.ts';
import { addSystemRoutes } from './system/routes.ts';

/** Mounts the console's routes, all of them for administrators only. */
export function addAdminRoutes(
  doors: { mount: Mount; mountDownload: MountDownload },
  services: Services,
  withEngine: SetUpParts['withEngine'],
): { settle(): Promise<void> } {
  const later = createLater(services);
  addPeopleRoutes(doors.mount);
  addDashboardRoutes(doors.mount);
  addLogRoutes(doors);
  addSettingsRoutes(doors.mount, later.run);
  addSetUpRoutes(doors.mount, { runLater: later.run, withEngine });
  addSystemRoutes(doors, later.run);
  addSafetyRoutes(doors.mount);
  return { settle: later.settle };
}
