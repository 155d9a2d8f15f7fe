import { OPERATIONAL_BRIEF_MAX, TASK_LIST_NAME_MAX, TREE_DEPTH_MAX } from '#contract/constants.ts';
import type { DraftList, DraftTask } from './draft.ts';
import { findCycles } from './find-cycles.ts';
import { finishTask, fitText } from './finish-task.ts';
import type { ForeignList, ForeignTask } from './foreign-task.ts';
import { requireRoom } from './import-limits.ts';
import type { ImportReport } from './import-report.ts';
import { clip, oneLine, quote } from './import-text.ts';
import { placeTasks, type PlacedTask } from './place-tasks.ts';

/** Makes lists of tasks out of what a reader found: the tree, the dependencies without cycles, the status of parents. */
export function assembleDraft(
  report: ImportReport,
  foreignLists: readonly ForeignList[],
  tasks: readonly ForeignTask[],
  projectNotes = 0,
): DraftList[] {
  for (const task of tasks) report.expect(task.where, `came in as ${quote(task.title)}`);
  const placed = placeTasks(report, tasks);
  linkDependencies(report, placed);

  const drafts = new Map<PlacedTask, DraftTask>();
  let notes = projectNotes;
  for (const node of placed) {
    const draft = finishTask(report, node.task);
    drafts.set(node, draft);
    requireRoom('notes', (notes += draft.notes.length));
  }
  const draftsOf = (nodes: readonly PlacedTask[]) => nodes.flatMap((node) => drafts.get(node) ?? []);
  for (const [node, draft] of drafts) {
    draft.dependsOn = node.waitsFor.map((other) => other.task.key);
    draft.children = draftsOf(node.children);
  }
  settleParents(report, placed, drafts);

  const roots = Map.groupBy(
    placed.filter((node) => node.parent === undefined),
    (node) => node.task.list,
  );
  return foreignLists.map((list) => {
    const at = (what: string) => ({ where: `list ${clip(list.name)}`, what });
    return {
      name: fitText(report, at('the name'), oneLine(list.name), TASK_LIST_NAME_MAX) || 'Tasks',
      brief: fitText(report, at('the brief'), list.brief, OPERATIONAL_BRIEF_MAX),
      tasks: draftsOf(roots.get(list.key) ?? []),
    };
  });
}

function linkDependencies(report: ImportReport, placed: readonly PlacedTask[]): void {
  const byKey = new Map(placed.map((node) => [node.task.key, node]));
  for (const node of placed) {
    const waitsFor = new Set<PlacedTask>();
    for (const { key, name } of node.task.dependsOn) {
      const other = byKey.get(key);
      if (other === undefined) {
        report.skipped(node.task.where, `the dependency on ${clip(name)} is left out: that task did not come over`);
      } else waitsFor.add(other);
    }
    node.waitsFor = [...waitsFor];
  }
  const leftOut = Map.groupBy(findCycles(placed), (cycle) => cycle.from);
  for (const [node, cycles] of leftOut) {
    const gone = new Set(cycles.map((cycle) => cycle.to));
    node.waitsFor = node.waitsFor.filter((other) => !gone.has(other));
    for (const { to, way } of cycles) {
      const round = way.map((step) => (step === undefined ? '…' : clip(step.task.name, 40))).join(' → ');
      report.skipped(
        node.task.where,
        `the dependency on ${clip(to.task.name)} is left out: it would close the cycle ${round}`,
      );
    }
  }
}

/** In Baton a task with tasks below it is done when they are; its own word for it does not count. */
function settleParents(
  report: ImportReport,
  placed: readonly PlacedTask[],
  drafts: ReadonlyMap<PlacedTask, DraftTask>,
): void {
  const levels = Map.groupBy(placed, (node) => node.level);
  for (let level = TREE_DEPTH_MAX - 1; level >= 0; level -= 1) {
    for (const node of levels.get(level) ?? []) {
      const draft = drafts.get(node);
      if (draft === undefined || draft.children.length === 0) continue;
      const status = draft.children.every((child) => child.status === 'done') ? 'done' : 'open';
      if (status === draft.status) continue;
      const why =
        status === 'open'
          ? 'was done; here a task is done when all below it are, so it comes in open'
          : 'was not done; here a task is done when all below it are, so it comes in done';
      report.changed(node.task.where, why);
      draft.status = status;
      if (status === 'open') delete draft.completed_at;
    }
  }
}
