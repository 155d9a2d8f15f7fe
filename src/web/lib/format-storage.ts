const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'];

/** "512 B", "1.4 MB": in steps of 1,000, like the storage limits; one decimal under ten. */
export function formatStorage(bytes: number): string {
  const step = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  const value = bytes / 1_000 ** step;
  const digits = step > 0 && value < 10 ? 1 : 0;
  return `${value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${UNITS[step]}`;
}
