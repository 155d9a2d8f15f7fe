const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** "512 B", "1.4 MB": in steps of 1,024, one decimal under ten. */
export function formatSize(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const value = bytes / 1_024 ** step;
  const digits = step > 0 && value < 10 ? 1 : 0;
  return `${value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${UNITS[step]}`;
}

/** "340 ms", "2.4 s", "3 min 5 s". */
export function formatTaken(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
