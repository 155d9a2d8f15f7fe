/** "3 d 4 h 5 min 6 s", without leading zero units. */
export function formatUptime(startedAt: string, now: number): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(startedAt)) / 1_000));
  const parts = [
    { value: Math.floor(seconds / 86_400), unit: 'd' },
    { value: Math.floor(seconds / 3_600) % 24, unit: 'h' },
    { value: Math.floor(seconds / 60) % 60, unit: 'min' },
    { value: seconds % 60, unit: 's' },
  ];
  const first = parts.findIndex(({ value }) => value > 0);
  return parts
    .slice(first === -1 ? 3 : first)
    .map(({ value, unit }) => `${value} ${unit}`)
    .join(' ');
}

/** One decimal under ten. */
export const formatMs = (ms: number) => `${ms < 10 ? ms.toFixed(1) : Math.round(ms).toLocaleString('en-US')} ms`;

/** Splits version() into "PostgreSQL 17.5" and the rest. */
export function splitVersion(version: string): { name: string; rest: string } {
  const name = /^PostgreSQL [\d.]+/.exec(version)?.[0] ?? version;
  return { name, rest: version.slice(name.length).replace(/^[\s,]*(?:on\s+)?/, '') };
}
