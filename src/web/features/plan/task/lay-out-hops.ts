import type { Task, TaskStatus } from '#contract/task.ts';

export const HOP = { width: 64, height: 24, gap: 8 };
const SHOWN = 4;

export interface HopBox {
  id: string;
  x: number;
  y: number;
  label: string;
  status: TaskStatus | undefined;
}

export interface HopDrawing {
  boxes: HopBox[];
  lines: string[];
  height: number;
}

/** Three columns: dependencies, the task, dependents. Beyond four on a side the rest is one box. */
export function layOutHops(task: Task, before: readonly Task[], after: readonly Task[], width: number): HopDrawing {
  const sides = { left: shorten(before, 'before'), right: shorten(after, 'after') };
  const tallest = Math.max(sides.left.length, sides.right.length, 1);
  const height = tallest * (HOP.height + HOP.gap) - HOP.gap;
  const column = (items: readonly Omit<HopBox, 'x' | 'y'>[], x: number): HopBox[] => {
    const own = items.length * (HOP.height + HOP.gap) - HOP.gap;
    return items.map((item, i) => ({ ...item, x, y: (height - own) / 2 + i * (HOP.height + HOP.gap) }));
  };
  const middle = column([boxOf(task)], Math.max((width - HOP.width) / 2, 0));
  const left = column(sides.left, 1);
  const right = column(sides.right, Math.max(width - HOP.width - 1, 0));
  const lines = [
    ...left.flatMap((from) => middle.map((to) => curve(from, to))),
    ...right.flatMap((to) => middle.map((from) => curve(from, to))),
  ];
  return { boxes: [...left, ...middle, ...right], lines, height };
}

const boxOf = (task: Task) => ({ id: task.id, label: `T${task.number}`, status: task.status });

function shorten(tasks: readonly Task[], side: string): Omit<HopBox, 'x' | 'y'>[] {
  if (tasks.length <= SHOWN) return tasks.map(boxOf);
  const rest = tasks.length - SHOWN + 1;
  return [...tasks.slice(0, SHOWN - 1).map(boxOf), { id: `more-${side}`, label: `+${rest} more`, status: undefined }];
}

/** SVG path from the right edge of one box to the left edge of another, with an arrowhead. */
function curve(from: HopBox, to: HopBox): string {
  const [x1, y1] = [from.x + HOP.width, from.y + HOP.height / 2];
  const [x2, y2] = [to.x, to.y + HOP.height / 2];
  const bend = (x1 + x2) / 2;
  return `M${x1} ${y1}C${bend} ${y1} ${bend} ${y2} ${x2} ${y2}M${x2 - 5} ${y2 - 3.5}L${x2} ${y2}L${x2 - 5} ${y2 + 3.5}`;
}

/** Text alternative of the graph. */
export function describeHops(task: Task, before: readonly Task[], after: readonly Task[]): string {
  const names = (tasks: readonly Task[]) =>
    new Intl.ListFormat('en-US').format(tasks.map(({ number, status }) => `T${number} (${status})`));
  const waits = before.length > 0 ? `waits for ${names(before)}` : 'waits for nothing';
  const blocks = after.length > 0 ? `holds up ${names(after)}` : 'holds up nothing';
  return `T${task.number} ${waits} and ${blocks}.`;
}
