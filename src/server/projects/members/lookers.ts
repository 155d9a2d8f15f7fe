import { WATCH_SECONDS } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { Bus } from '#server/platform/bus.ts';
import { keepCache } from '#server/platform/caches.ts';
import { setTimeout } from '#server/platform/guard.ts';

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

type Listener = (project: Id) => void;

export interface Lookers {
  /** Somebody looks at a project now, or has left it: told to every server, best effort. */
  tell(project: Id, user: Id, here: boolean): void;
  /** Who looks at a project now. */
  of(project: Id): Id[];
  /** Projects that somebody looks at now. */
  projects(): Id[];
  /** Tells of each project whose lookers have changed; returns how to leave. */
  onChange(listener: Listener): () => void;
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
  const listeners = new Set<Listener>();
  const say = (project: Id) => {
    for (const listener of listeners) listener(project);
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
    const known = [...projects.keys()];
    projects.clear();
    for (const project of known) say(project);
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
    of: (project) => [...(projects.get(project)?.keys() ?? [])],
    projects: () => [...projects.keys()],
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
