export interface WallTime {
  hour: number;
  minute: number;
  /** 1 to 12, with the day. */
  month?: number;
  day?: number;
  year?: number;
}

/** The next instant at which a clock of the zone shows this; the machine's own zone where none is named. */
export function nextInstant(wall: WallTime, zone: string | undefined, now: Date): Date | undefined {
  const here = readWall(now, zone);
  if (here === undefined) return undefined;
  const year = wall.year ?? here.year;
  const month = wall.month ?? here.month;
  const day = wall.day ?? here.day;
  const found = instantOf({ ...wall, year, month, day }, zone);
  if (found === undefined || found > now) return found;
  if (wall.year !== undefined) return found;
  if (wall.month !== undefined) return instantOf({ ...wall, year: year + 1, month, day }, zone);
  return instantOf({ ...wall, year, month, day: day + 1 }, zone);
}

type Full = Required<WallTime>;

function instantOf({ year, month, day, hour, minute }: Full, zone: string | undefined): Date | undefined {
  const asUtc = Date.UTC(year, month - 1, day, hour, minute);
  // Twice: the first guess may lie on the other side of a change to summer time.
  let guess = asUtc;
  for (let turn = 0; turn < 2; turn += 1) {
    const shown = readWall(new Date(guess), zone);
    if (shown === undefined) return undefined;
    guess += asUtc - Date.UTC(shown.year, shown.month - 1, shown.day, shown.hour, shown.minute);
  }
  return Number.isNaN(guess) ? undefined : new Date(guess);
}

/** What a clock of the zone shows; undefined for an unknown zone. */
function readWall(at: Date, zone: string | undefined): Full | undefined {
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      ...(zone === undefined ? {} : { timeZone: zone }),
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      hourCycle: 'h23',
    });
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 0, day = 0, hour = 0, minute = 0 } = parts;
    return { year, month, day, hour, minute };
  } catch {
    return undefined;
  }
}
