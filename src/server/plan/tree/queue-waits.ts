import type { Id } from '#contract/fields.ts';
import type { PlanOp } from '#contract/tools.ts';
import { taskDependencies } from '#server/platform/db/tables/index.ts';
import { AppError } from '#server/platform/error.ts';
import { addDependency, cycle, sayWay } from './add-dependency.ts';
import { findCycleAmong, readEdges } from './find-cycle.ts';
import type { EditedTask, Editing } from './open-editing.ts';

interface Wait {
  place: number;
  task: EditedTask;
  on: EditedTask;
}

/** Maximum number of cycles a dry run reports. */
const CIRCLES_MAX = 5;

export interface WaitQueue {
  add(op: PlanOp): Promise<void>;
  flush(): Promise<Map<number, string>>;
  /** For a dry run: the cycles found, instead of failing at the first. */
  circles: string[];
}

/** Batches the dependencies of one edit, with one check for cycles. */
export function openWaitQueue(editing: Editing, placeOf: () => number): WaitQueue {
  const { ctx, tx, project } = editing;
  let queue: Wait[] = [];
  const circles: string[] = [];

  /** A single one is checked along its own path; the whole graph is loaded only for many, and to name cycles. */
  async function writeOne({ place, task, on }: Wait): Promise<void> {
    try {
      await addDependency(ctx, { id: task.id, depends_on_id: on.id });
    } catch (error) {
      throw error instanceof AppError ? error.about(`ops[${place}] (depend)`, `ops.${place}`) : error;
    }
  }

  async function writeAll(): Promise<void> {
    const sound = await withoutCircles();
    if (sound.length === 0) return;
    const added = await tx
      .insert(taskDependencies)
      .values(
        sound.map(({ task, on }) => ({
          projectId: project.id,
          taskId: task.id,
          dependsOnId: on.id,
          createdAt: ctx.now(),
        })),
      )
      .onConflictDoNothing()
      .returning({ taskId: taskDependencies.taskId, onId: taskDependencies.dependsOnId });
    for (const { taskId, onId } of added)
      editing.emit(`project:${project.id}`, 'dependency.added', { task_id: taskId as Id, depends_on_id: onId as Id });
  }

  /** Checked before writing: the database refuses a cycle too, but does not name it. */
  async function withoutCircles(): Promise<Wait[]> {
    const before = await readEdges(tx, project.id);
    let sound = queue;
    for (;;) {
      const way = findCycleAmong([...before, ...sound.map(({ task, on }) => ({ a: task.number, b: on.number }))]);
      if (way === undefined) return sound;
      const closing = closingOf(sound, way);
      if (closing === undefined) throw cycle(way);
      if (!editing.isDryRun) throw cycle(way).about(`ops[${closing.place}] (depend)`);
      if (circles.length < CIRCLES_MAX) circles.push(sayWay(way));
      sound = sound.filter((wait) => wait !== closing);
    }
  }

  return {
    circles,
    async add(op) {
      const task = await editing.find(op.id ?? '', 'id');
      const on = await editing.find(op.on ?? '', 'on');
      if (task.id === on.id) throw new AppError('CONFLICT', `${nameOf(task)} cannot wait for itself.`);
      queue.push({ place: placeOf(), task, on });
    },
    async flush() {
      const [first, ...others] = queue;
      if (first !== undefined) await (others.length === 0 && !editing.isDryRun ? writeOne(first) : writeAll());
      const lines = new Map(
        queue.map(({ place, task, on }) => [place, `+ T${task.number} waits for T${on.number}`] as const),
      );
      queue = [];
      return lines;
    },
  };
}

const nameOf = ({ isPending, number, title }: EditedTask): string => (isPending ? `“${title}”` : `T${number}`);

/** The last batched dependency that is part of a cycle: the one that closed it. */
function closingOf(queue: readonly Wait[], way: readonly number[]): Wait | undefined {
  const steps = new Set(way.slice(1).map((to, at) => `${way[at] ?? 0} ${to}`));
  return queue.findLast(({ task, on }) => steps.has(`${task.number} ${on.number}`));
}
