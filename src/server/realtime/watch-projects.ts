import type { Id } from '#contract/fields.ts';
import type { ProjectSummary } from '#contract/project.ts';
import type { Bus } from '#server/platform/bus.ts';
import type { Services } from '#server/platform/context.ts';
import { setTimeout } from '#server/platform/guard.ts';
import { writeLine } from './encode-event.ts';
import { listProjectIds, readSummaries } from '#server/projects/index.ts';
import { type PresenceWatch, watchPresence } from './watch-presence.ts';

/** Throttle: changes of a project within this time are sent as one summary. */
const SOON_MS = 200;
/** Summaries read in one statement. */
const BATCH = 50;

export interface ProjectWatcher {
  /** What is so now; of each key only the newest counts. */
  tell(key: string, line: Buffer): void;
  /** Messages may have been missed: the client reads the list again. */
  missed(): void;
}

interface Watch {
  watchers: Set<ProjectWatcher>;
  presence: PresenceWatch;
  close(): void;
}

const servers = new WeakMap<Bus, Map<Id, Watch>>();

/**
 * Sends the summaries of an account's projects as they change, and who looks at them: one watch per account at this server, however many
 * windows are open. Not part of the feed: a summary is the state and not an event, so only the newest matters, and a
 * window that reconnects reads the whole list.
 */
export function watchProjects(services: Services, userId: Id, watcher: ProjectWatcher): () => void {
  const watches = servers.get(services.bus) ?? new Map<Id, Watch>();
  servers.set(services.bus, watches);
  const watch = watches.get(userId) ?? openWatch(services, userId);
  watches.set(userId, watch);
  watch.watchers.add(watcher);
  watch.presence.tellAll(watcher);
  return () => {
    if (!watch.watchers.delete(watcher) || watch.watchers.size > 0) return;
    watch.close();
    watches.delete(userId);
  };
}

function openWatch({ bus, database, log, now }: Services, userId: Id): Watch {
  const watchers = new Set<ProjectWatcher>();
  const changed = new Set<Id>();
  /** undefined until read, and again after a project was added or removed. */
  let own: Promise<Set<Id>> | undefined;
  let soon: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isClosed = false;

  const readOwn = () =>
    (own ??= listProjectIds(database.pool, userId).then(
      (ids) => new Set(ids),
      (error: unknown) => {
        own = undefined;
        throw error;
      },
    ));
  const presence = watchPresence(bus, readOwn, watchers);
  const run = async () => {
    const mine = await readOwn();
    for (const id of changed) if (!mine.has(id)) changed.delete(id);
    while (changed.size > 0 && !isClosed) {
      const batch = [...changed].slice(0, BATCH);
      for (const id of batch) changed.delete(id);
      for (const summary of await readSummaries(database.pool, userId, batch, now())) {
        const line = encode(summary);
        for (const watcher of watchers) watcher.tell(summary.id, line);
      }
    }
  };
  const ask = () => {
    if (isClosed || isRunning) return;
    soon ??= setTimeout(() => {
      soon = undefined;
      isRunning = true;
      void run()
        .catch((error: unknown) => {
          if (!isClosed) log.warn({ err: error }, 'changed projects could not be told');
          for (const watcher of watchers) watcher.missed();
        })
        .finally(() => {
          isRunning = false;
          if (changed.size > 0) ask();
        });
    }, SOON_MS).unref();
  };

  const offs = [
    bus.on('feed', (scope) => {
      if (scope === `user:${userId}`) own = undefined;
      if (!scope.startsWith('project:')) return;
      changed.add(scope.slice('project:'.length) as Id);
      ask();
    }),
    bus.onGap(() => {
      own = undefined;
      for (const watcher of watchers) watcher.missed();
    }),
  ];
  return {
    watchers,
    presence,
    close: () => {
      isClosed = true;
      clearTimeout(soon);
      for (const off of offs) off();
      presence.close();
    },
  };
}

const encode = (summary: ProjectSummary) => Buffer.from(`event: project\ndata: ${writeLine(summary)}\n\n`);
