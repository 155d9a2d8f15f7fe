import { TREE_DEPTH_MAX } from '#contract/constants.ts';
import type { PlanNode } from './find-cycles.ts';
import type { ForeignTask } from './foreign-task.ts';
import type { ImportReport } from './import-report.ts';
import { clip } from './import-text.ts';

export interface PlacedTask extends PlanNode<PlacedTask> {
  task: ForeignTask;
  parent: PlacedTask | undefined;
  level: number;
  children: PlacedTask[];
  waitsFor: PlacedTask[];
}

/** Hangs each task below its parent, whatever order they came in: unknown parents, circles and great depth are undone. */
export function placeTasks(report: ImportReport, tasks: readonly ForeignTask[]): PlacedTask[] {
  const placed = tasks.map((task): PlacedTask => ({ task, parent: undefined, level: -1, children: [], waitsFor: [] }));
  const byKey = new Map(placed.map((node) => [node.task.key, node]));
  for (const node of placed) node.parent = findParent(report, node, byKey);

  for (const node of placed) settle(report, node);
  for (const node of placed) node.parent?.children.push(node);
  return placed;
}

function findParent(
  report: ImportReport,
  { task }: PlacedTask,
  byKey: ReadonlyMap<string, PlacedTask>,
): PlacedTask | undefined {
  if (task.parent === undefined) return undefined;
  const parent = byKey.get(task.parent.key);
  if (parent === undefined) {
    const name = clip(task.parent.name);
    report.changed(task.where, `its parent ${name} did not come over, so it stands at the top of its list`);
  }
  return parent;
}

const ON_THE_WAY = -2;

/** Gives a task its level by way of its ancestors, without recursion: a hostile file nests without end. */
function settle(report: ImportReport, start: PlacedTask): void {
  const way: PlacedTask[] = [];
  let at: PlacedTask | undefined = start;
  while (at !== undefined && at.level === -1) {
    at.level = ON_THE_WAY;
    way.push(at);
    at = at.parent;
  }
  const top = way.at(-1);
  if (top !== undefined && at?.level === ON_THE_WAY) {
    const name = clip(at.task.name);
    report.changed(top.task.where, `its parent ${name} stands below itself, so it stands at the top of its list`);
    top.parent = undefined;
  }
  for (const node of way.toReversed()) {
    const { parent } = node;
    node.level = parent === undefined ? 0 : parent.level + 1;
    if (parent === undefined || node.level < TREE_DEPTH_MAX) continue;
    node.level = parent.level;
    node.parent = parent.parent;
    report.changed(
      node.task.where,
      `a plan nests at most ${TREE_DEPTH_MAX} levels deep, so it stands beside ${clip(parent.task.name)}`,
    );
  }
}
