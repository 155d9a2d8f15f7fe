/** How long a changed row stays tinted, in milliseconds. */
const TINT = 600;
/** More changes than this at once, as after a long absence, are not tinted. */
const MANY = 100;
const NONE: ReadonlyMap<string, number> = new Map();

const recent = new Map<string, ReadonlyMap<string, number>>();
const listeners = new Set<() => void>();

export const getRecentChanges = (projectId: string) => recent.get(projectId) ?? NONE;

export function subscribeRecentChanges(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function set(projectId: string, next: ReadonlyMap<string, number>) {
  if (next.size > 0) recent.set(projectId, next);
  else recent.delete(projectId);
  for (const listener of listeners) listener();
}

/** Marks rows as just changed; the marks are removed after the delay. */
export function markRecent(projectId: string, ids: Iterable<string>, now = Date.now()) {
  const added = [...new Set(ids)];
  if (added.length === 0 || added.length > MANY) return;
  set(projectId, new Map([...getRecentChanges(projectId), ...added.map((id) => [id, now] as const)]));
  setTimeout(() => {
    const left = [...getRecentChanges(projectId)].filter(([, at]) => at > now);
    set(projectId, new Map(left));
  }, TINT);
}
