import { readFileSync } from 'node:fs';

/** Proportional set size in MB (Linux): shared pages are divided among the processes that share them. */
export function memoryMb(pids: number[]): number | undefined {
  try {
    return pids.map(proportionalMb).reduce((sum, mb) => sum + mb, 0);
  } catch {
    return undefined;
  }
}

/** Resident set size, shared pages included, as `ps` shows it. */
export function residentMb(pid: number): number | undefined {
  try {
    return readKb(`/proc/${pid}/status`, /^VmRSS:\s+(\d+) kB/m) / 1024;
  } catch {
    return undefined;
  }
}

/** Private memory (USS): what is freed when the process ends. */
export function privateMb(pid: number): number | undefined {
  try {
    const file = `/proc/${pid}/smaps_rollup`;
    return (readKb(file, /^Private_Dirty:\s+(\d+) kB/m) + readKb(file, /^Private_Clean:\s+(\d+) kB/m)) / 1024;
  } catch {
    return undefined;
  }
}

const proportionalMb = (pid: number) => readKb(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+) kB/m) / 1024;

function readKb(file: string, pattern: RegExp): number {
  const kb = pattern.exec(readFileSync(file, 'utf8'))?.[1];
  if (kb === undefined) throw new Error(`no memory in ${file}`);
  return Number(kb);
}
