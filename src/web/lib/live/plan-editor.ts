import type { PlanData } from './plan-data.ts';

/** A Map copied on the first write (copy-on-write). */
interface Copied<K, V> {
  get: (key: K) => V | undefined;
  values: () => Iterable<V>;
  put: (key: K, value: V) => void;
  remove: (key: K) => void;
  now: () => ReadonlyMap<K, V>;
}

function copyOnWrite<K, V>(source: ReadonlyMap<K, V>): Copied<K, V> {
  let copy: Map<K, V> | undefined;
  const now = () => copy ?? source;
  const own = () => (copy ??= new Map(source));
  return {
    now,
    get: (key) => now().get(key),
    // A copy, so that the map can be written to during the iteration.
    values: () => [...now().values()],
    put: (key, value) => void own().set(key, value),
    remove: (key) => {
      if (now().has(key)) own().delete(key);
    },
  };
}

export type PlanEditor = ReturnType<typeof editPlan>;

/** A mutable view of a plan. close() returns a new plan, or the same reference when nothing was written. */
export function editPlan(data: PlanData) {
  const maps = {
    projectEdits: copyOnWrite(data.projectEdits),
    lists: copyOnWrite(data.lists),
    tasks: copyOnWrite(data.tasks),
    dependencies: copyOnWrite(data.dependencies),
    batons: copyOnWrite(data.batons),
    noteCounts: copyOnWrite(data.noteCounts),
    noteTypes: copyOnWrite(data.noteTypes),
    ahead: copyOnWrite(data.ahead),
  };
  return {
    ...maps,
    project: data.project,
    seq: data.seq,
    replacedAt: data.replacedAt,
    close(): PlanData {
      const next: PlanData = {
        project: this.project,
        seq: this.seq,
        replacedAt: this.replacedAt,
        projectEdits: maps.projectEdits.now(),
        lists: maps.lists.now(),
        tasks: maps.tasks.now(),
        dependencies: maps.dependencies.now(),
        batons: maps.batons.now(),
        noteCounts: maps.noteCounts.now(),
        noteTypes: maps.noteTypes.now(),
        ahead: maps.ahead.now(),
      };
      return isSame(data, next) ? data : next;
    },
  };
}

function isSame(a: PlanData, b: PlanData) {
  return (
    a.project === b.project &&
    a.projectEdits === b.projectEdits &&
    a.seq === b.seq &&
    a.replacedAt === b.replacedAt &&
    a.lists === b.lists &&
    a.tasks === b.tasks &&
    a.dependencies === b.dependencies &&
    a.batons === b.batons &&
    a.noteCounts === b.noteCounts &&
    a.noteTypes === b.noteTypes &&
    a.ahead === b.ahead
  );
}
