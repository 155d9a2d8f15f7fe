export type ToastVariant = 'default' | 'success' | 'destructive';

export interface ToastInput {
  title: string;
  description?: string | undefined;
  variant?: ToastVariant | undefined;
  /** Milliseconds; Infinity stays until dismissed. */
  duration?: number | undefined;
  action?: { label: string; run: () => void } | undefined;
}

export interface ShownToast extends ToastInput {
  id: number;
  variant: ToastVariant;
}

interface Clock {
  left: number;
  startedAt: number;
  timer: ReturnType<typeof setTimeout> | undefined;
}

const MAX_SHOWN = 3;
const WITH_ACTION = 10_000;
const DURATION: Record<ToastVariant, number> = { default: 5_000, success: 4_000, destructive: 6_000 };

let shown: readonly ShownToast[] = [];
let lastId = 0;
const clocks = new Map<number, Clock>();
const stoppedBy = new Set<string>();
const listeners = new Set<() => void>();

function show(next: readonly ShownToast[]) {
  shown = next;
  for (const listener of listeners) listener();
}

export function toastDuration({
  variant = 'default',
  duration = DURATION[variant],
  action,
}: Pick<ToastInput, 'variant' | 'duration' | 'action'>) {
  return action ? Math.max(duration, WITH_ACTION) : duration;
}

function run(id: number, clock: Clock) {
  if (clock.left === Infinity || stoppedBy.size > 0) return;
  clock.startedAt = Date.now();
  clock.timer = setTimeout(() => dismissToast(id), clock.left);
}

/** Shows a message at the top of the window. Returns its id. */
export function toast(input: ToastInput) {
  lastId += 1;
  const id = lastId;
  const added: ShownToast = { ...input, id, variant: input.variant ?? 'default' };
  for (const dropped of shown.slice(MAX_SHOWN - 1)) forget(dropped.id);
  show([added, ...shown.slice(0, MAX_SHOWN - 1)]);
  const clock: Clock = { left: toastDuration(input), startedAt: 0, timer: undefined };
  clocks.set(id, clock);
  run(id, clock);
  return id;
}

function forget(id: number) {
  clearTimeout(clocks.get(id)?.timer);
  clocks.delete(id);
}

export function dismissToast(id: number) {
  forget(id);
  if (shown.length === 1 && shown[0]?.id === id) {
    // The region is unmounted with its last toast and gets no pointerleave or blur event.
    stoppedBy.delete('hover');
    stoppedBy.delete('focus');
  }
  show(shown.filter((each) => each.id !== id));
}

export function runToastAction(id: number) {
  const found = shown.find((each) => each.id === id);
  dismissToast(id);
  found?.action?.run();
}

/** For the Z key: runs the action of the newest toast that has one. */
export function undoLastToast() {
  const newest = shown.find((each) => each.action);
  if (newest) runToastAction(newest.id);
}

export function stopToastTimers(reason: 'hover' | 'focus' | 'hidden') {
  const running = stoppedBy.size === 0;
  stoppedBy.add(reason);
  if (!running) return;
  for (const clock of clocks.values()) {
    if (clock.timer === undefined) continue;
    clearTimeout(clock.timer);
    clock.timer = undefined;
    clock.left = Math.max(0, clock.left - (Date.now() - clock.startedAt));
  }
}

export function resumeToastTimers(reason: 'hover' | 'focus' | 'hidden') {
  if (!stoppedBy.delete(reason) || stoppedBy.size > 0) return;
  for (const [id, clock] of clocks) run(id, clock);
}

export const TOAST_REGION = 'toasts';

export function focusToasts() {
  const region = document.getElementById(TOAST_REGION);
  const first = region?.querySelector<HTMLElement>('button') ?? region;
  first?.focus();
}

export const listToasts = () => shown;

export function subscribeToasts(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
