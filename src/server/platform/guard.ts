import { writeSync } from 'node:fs';

/** Critical: it reached nobody, and the process has to end. */
type Level = 'error' | 'critical';
type Report = (error: unknown, level: Level) => void;

const reports = new Set<Report>();

/**
 * Wraps a listener, or another callback whose errors nobody would catch: what it throws, or the promise it returns rejects
 * with, is reported instead of ending the process.
 */
export function guarded<Args extends unknown[]>(run: (...args: Args) => unknown): (...args: Args) => void {
  return (...args) => {
    try {
      const result = run(...args);
      if (result instanceof Promise) result.catch((error: unknown) => reportError(error));
    } catch (error) {
      reportError(error);
    }
  };
}

interface Emitter {
  on(event: never, listener: never): unknown;
  once(event: never, listener: never): unknown;
}

/** An emitter whose listeners are guarded. A listener that is removed later is wrapped by itself, to have what to remove. */
export function guard<E extends Emitter>(emitter: E): Pick<E, 'on' | 'once'> {
  const listen = (how: 'on' | 'once') => (event: never, listener: () => unknown) =>
    emitter[how](event, guarded(listener) as never);
  return { on: listen('on'), once: listen('once') };
}

/** Node's timers with a guarded callback; the linter refuses the global ones. */
export const setTimeout = (run: () => unknown, ms: number): NodeJS.Timeout => globalThis.setTimeout(guarded(run), ms);
export const setInterval = (run: () => unknown, ms: number): NodeJS.Timeout => globalThis.setInterval(guarded(run), ms);
export const setImmediate = (run: () => unknown): NodeJS.Immediate => globalThis.setImmediate(guarded(run));

/** Reported errors go to `report`, until the returned function is called. */
export function onReportedError(report: Report): () => void {
  reports.add(report);
  return () => void reports.delete(report);
}

/** Never throws: a log that cannot be written must not end the process either. */
export function reportError(error: unknown, level: Level = 'error'): void {
  const unheard = reports.size === 0 ? [error] : [];
  for (const report of reports) {
    try {
      report(error, level);
    } catch (failure) {
      unheard.push(error, failure);
    }
  }
  for (const each of unheard) writeToStandardError(each instanceof Error ? (each.stack ?? each.message) : String(each));
}

/** Synchronously and without the stream, whose own error would be the next one that nobody catches. */
function writeToStandardError(text: string): void {
  try {
    writeSync(2, `${text}\n`);
  } catch {
    // There is nowhere left to write to.
  }
}
