import { NotificationKind, type NotificationSwitches } from '#contract/notifications.ts';
import type { ProjectRole } from '#contract/role.ts';
import type { OccurrenceKind } from '#server/platform/db/tables/index.ts';

export type Channel = 'email' | 'browser';

/** Only what waits for a person, and only by email. */
export const isOnByDefault = (channel: Channel, kind: NotificationKind): boolean =>
  channel === 'email' && kind === 'needs_you';

/**
 * All switches of a channel: those that a person has set, and the defaults of the others. Of the example project nothing
 * is on: its history is made up, and asks something hours before it is loaded. A viewer is not asked to do anything.
 */
export const switchesOf = (
  channel: Channel,
  set: Partial<NotificationSwitches> = {},
  { isExample, role }: { isExample: boolean; role: ProjectRole } = { isExample: false, role: 'owner' },
): NotificationSwitches =>
  Object.fromEntries(
    NotificationKind.options.map((kind) => [
      kind,
      set[kind] ?? (!isExample && role !== 'viewer' && isOnByDefault(channel, kind)),
    ]),
  ) as NotificationSwitches;

const PASSES_BY: ReadonlySet<OccurrenceKind> = new Set(['asked', 'blocked', 'stopped']);
/** Most questions are answered by somebody who is looking: they are mailed only if they still stand after that. */
const MAIL_DELAY_MS = 2 * 60_000;

export const mailDelayMs = (kind: OccurrenceKind): number => (PASSES_BY.has(kind) ? MAIL_DELAY_MS : 0);
