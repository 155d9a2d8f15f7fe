import { EVERYBODY } from '#server/auth/index.ts';
import type { Bus } from '#server/platform/bus.ts';
import type { Services } from '#server/platform/context.ts';
import type { Scope } from '#server/platform/emit.ts';
import { SETTINGS_TOPIC } from '#server/platform/settings.ts';
import { type FeedReader, openFeedReader } from './feed-reader.ts';

/** A follower that is notified when its access may have ended. */
export interface Visitor {
  userId: string | undefined;
  checkAgain(): void;
}

interface Readers {
  byScope: Map<Scope, { reader: FeedReader; visitors: Set<Visitor> }>;
  stopListening: () => void;
}

/** The readers of a server, which listens to the bus while there is one. */
const servers = new WeakMap<Bus, Readers>();

/** The shared reader of a scope at this server, reference-counted: it stops when the last follower leaves. */
export function visitReader(
  services: Pick<Services, 'bus' | 'config' | 'db'>,
  scope: Scope,
  visitor: Visitor,
): { reader: FeedReader; leave: () => void } {
  const { bus } = services;
  const readers = servers.get(bus) ?? listen(bus);
  const open = readers.byScope.get(scope) ?? { reader: openFeedReader(services, scope), visitors: new Set<Visitor>() };
  readers.byScope.set(scope, open);
  open.visitors.add(visitor);
  const leave = () => {
    if (!open.visitors.delete(visitor) || open.visitors.size > 0) return;
    open.reader.close();
    readers.byScope.delete(scope);
    if (readers.byScope.size > 0) return;
    readers.stopListening();
    servers.delete(bus);
  };
  return { reader: open.reader, leave };
}

function listen(bus: Bus): Readers {
  const byScope: Readers['byScope'] = new Map();
  const checkAgain = (concerns: (visitor: Visitor) => boolean) => {
    for (const { visitors } of byScope.values())
      for (const visitor of visitors) if (concerns(visitor)) visitor.checkAgain();
  };
  const offs = [
    bus.on('feed', (scope) => byScope.get(scope as Scope)?.reader.wake('events')),
    bus.on('principal', (subject) => checkAgain(({ userId }) => subject === userId || subject === EVERYBODY)),
    bus.on(SETTINGS_TOPIC, () => checkAgain(() => true)),
    bus.onGap(() => {
      checkAgain(() => true);
      for (const { reader } of byScope.values()) reader.wake('all');
    }),
  ];
  const readers: Readers = {
    byScope,
    stopListening: () => {
      for (const off of offs) off();
    },
  };
  servers.set(bus, readers);
  return readers;
}
