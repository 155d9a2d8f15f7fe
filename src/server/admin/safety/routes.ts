import { getSafety } from '#contract/admin-safety.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { checkSafety } from './check-safety.ts';

export function addSafetyRoutes(mount: Mount): void {
  mount(getSafety, checkSafety);
}
