import type { Id } from '#contract/fields.ts';
import type { Bus } from '#server/platform/bus.ts';
import { lookersOf } from '#server/projects/index.ts';
import { encodePresence } from './encode-event.ts';

interface Watcher {
  tell(key: string, line: Buffer): void;
}

export interface PresenceWatch {
  /** To a window that has just come: who looks at which of the account's projects. */
  tellAll(watcher: Watcher): void;
  close(): void;
}

/**
 * Sends the windows of an account who looks at its projects. Best effort: when the account's projects could not be read, the
 * next change says it.
 */
export function watchPresence(
  bus: Bus,
  readOwn: () => Promise<ReadonlySet<Id>>,
  watchers: ReadonlySet<Watcher>,
): PresenceWatch {
  const lookers = lookersOf(bus);
  const tell = async (projects: readonly Id[], to: () => Iterable<Watcher>) => {
    if (projects.length === 0) return;
    const own = await readOwn();
    for (const id of projects) {
      if (!own.has(id)) continue;
      // Read after the wait: an older state must not overtake a newer one.
      const line = encodePresence({ project_id: id, here: lookers.of(id) });
      for (const watcher of to()) watcher.tell(`presence ${id}`, line);
    }
  };
  const leave = lookers.onChange((project) => void tell([project], () => watchers).catch(() => undefined));
  return {
    tellAll(watcher) {
      const ifStillThere = () => (watchers.has(watcher) ? [watcher] : []);
      void tell(lookers.projects(), ifStillThere).catch(() => undefined);
    },
    close: leave,
  };
}
