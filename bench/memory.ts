import { readFileSync } from 'node:fs';

/** Resident memory in MB, where the system tells (Linux); what processes share is counted once between them. */
export function memoryMb(pids: number[]): number | undefined {
  try {
    return pids.map(proportionalMb).reduce((sum, mb) => sum + mb, 0);
  } catch {
    return undefined;
  }
}

function proportionalMb(pid: number): number {
  const kb = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  if (kb === undefined) throw new Error(`no memory of process ${pid}`);
  return Number(kb) / 1024;
}
