import { WATCH_SECONDS } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { Bus } from '#server/platform/bus.ts';
import { keepCache } from '#server/platform/caches.ts';

const TOPIC = 'presence';
const PROJECTS_MAX = 10_000;
/** How long somebody who reported once is shown, if neither another report nor their leaving is heard of. */
const SHOWN_MS = WATCH_SECONDS * 1_000;

interface Message {
  p: Id;
  u: Id;
  /** False when they left. */
  here: boolean;
}

type Listener = (users: readonly Id[]) => void;

export interface Lookers {
  /** Somebody looks at a project now, or has left it: told to every server, best effort. */
  tell(project: Id, user: Id, here: boolean): void;
  /** Who looks at a project, at once and whenever it changes; returns how to leave. */
  follow(project: Id, listener: Listener): () => void;
}

const servers = new WeakMap<Bus, Lookers>();

/** One for each server: who looks at which project is kept in memory only, and heard over the bus. */
export function lookersOf(bus: Bus): Lookers {
  const known = servers.get(bus) ?? openLookers(bus);
  servers.set(bus, known);
  return known;
}

function openLookers(bus: Bus): Lookers {
  const projects = new Map<Id, Map<Id, NodeJS.Timeout>>();
  const followers = new Map<Id, Set<Listener>>();
  const usersOf = (project: Id) => [...(projects.get(project)?.keys() ?? [])];
  const say = (project: Id) => {
    for (const listener of followers.get(project) ?? []) listener(usersOf(project));
  };
  const drop = (project: Id, user: Id) => {
    const users = projects.get(project);
    if (users === undefined || !users.has(user)) return;
    clearTimeout(users.get(user));
    users.delete(user);
    if (users.size === 0) projects.delete(project);
    say(project);
  };
  const empty = () => {
    const entries = projects.size;
    for (const users of projects.values()) for (const timer of users.values()) clearTimeout(timer);
    projects.clear();
    for (const project of followers.keys()) say(project);
    return entries;
  };
  keepCache(bus, empty);

  bus.on(TOPIC, (subject) => {
    const { p: project, u: user, here } = JSON.parse(subject) as Message;
    if (!here) return drop(project, user);
    if (projects.size >= PROJECTS_MAX && !projects.has(project)) empty();
    const users = projects.get(project) ?? new Map<Id, NodeJS.Timeout>();
    projects.set(project, users);
    const isNew = !users.has(user);
    clearTimeout(users.get(user));
    users.set(user, setTimeout(() => drop(project, user), SHOWN_MS).unref());
    if (isNew) say(project);
  });

  return {
    tell: (p, u, here) => bus.tell(TOPIC, JSON.stringify({ p, u, here } satisfies Message)),
    follow(project, listener) {
      const listeners = followers.get(project) ?? new Set<Listener>();
      followers.set(project, listeners.add(listener));
      listener(usersOf(project));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && followers.get(project) === listeners) followers.delete(project);
      };
    },
  };
}
