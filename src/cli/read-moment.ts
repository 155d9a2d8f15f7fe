import { EXIT, Failure } from './failure.ts';

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 } as const;

/** "8h", "2d", "yesterday", "2026-03-16" or "2026-03-16T18:40": days begin at midnight here. */
export function readMoment(said: string, now: Date): Date {
  const text = said.trim().toLowerCase();
  const [, count, unit] = /^(\d{1,5})\s*([mhdw])$/.exec(text) ?? [];
  if (count !== undefined && unit !== undefined)
    return new Date(now.getTime() - Number(count) * UNITS[unit as keyof typeof UNITS]);
  if (text === 'today' || text === 'yesterday') {
    const days = text === 'today' ? 0 : 1;
    return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  }
  // A date alone would be read as midnight in UTC.
  const moment = new Date(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00` : said.trim());
  if (!/^\d{4}-/.test(text) || Number.isNaN(moment.getTime()))
    throw new Failure(`--since takes 8h, 2d, yesterday, 2026-03-16 or 2026-03-16T18:40, not "${said}".`, EXIT.usage);
  return moment;
}
