import type { NamedPlan, NamedTask, ShownReading } from '#web/features/prd/index.ts';
import { taskOf } from '#web/features/prd/index.ts';

/** The task a line would join: the nearest one above in its section, else the first below. */
export function taskNear({ blocks }: ShownReading, plan: NamedPlan | undefined, line: number): NamedTask | undefined {
  const at = blocks.findIndex(({ start_line, end_line }) => start_line <= line && line <= end_line);
  const section = blocks[at]?.section;
  if (!plan || section === undefined) return undefined;
  const beside = blocks.filter((block) => block.section === section);
  const above = beside.findLast((block) => block.start_line < line && taskOf(plan, block) !== undefined);
  const near = above ?? beside.find((block) => taskOf(plan, block) !== undefined);
  return near && taskOf(plan, near);
}
