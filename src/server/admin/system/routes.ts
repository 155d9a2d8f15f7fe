import * as system from '#contract/admin-system.ts';
import type { MountDownload } from '#server/platform/http/download.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import type { RunLater } from '../run-later.ts';
import { clearCache } from './clear-cache.ts';
import { createDownloadBackup } from './download-backup.ts';
import { getDatabase } from './get-database.ts';
import { expireAllLocks, revokeAllSessions, rotateSigningKeys } from './guard-everybody.ts';
import { optimizeDatabase, vacuumDatabase } from './tend-database.ts';

/** Long operations are exempt from the per-account concurrency limit, so other requests do not queue behind them. */
const LONG = { takesTurn: false };

export function addSystemRoutes(doors: { mount: Mount; mountDownload: MountDownload }, runLater: RunLater): void {
  const { mount, mountDownload } = doors;
  mount(system.getDatabase, getDatabase);
  mount(system.clearCache, clearCache);
  mount(system.optimizeDatabase, optimizeDatabase, LONG);
  mount(system.vacuumDatabase, vacuumDatabase, LONG);
  mountDownload(system.downloadBackup, createDownloadBackup(runLater));
  mount(system.revokeAllSessions, revokeAllSessions, LONG);
  mount(system.expireAllLocks, expireAllLocks, LONG);
  mount(system.rotateSigningKeys, rotateSigningKeys);
}
