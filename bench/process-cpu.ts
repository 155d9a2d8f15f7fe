import { readFileSync, readdirSync } from 'node:fs';

/** CPU milliseconds of all live threads of a process, with nanosecond resolution; NaN where there is no /proc. */
export function processCpuMs(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e6)
      .reduce((sum, ms) => sum + ms, 0);
  } catch {
    return Number.NaN;
  }
}
