/** Where the server's sentences have a time: after these words, or first or last on a line. */
const TIME =
  /(?<=\b(?:until|since|from|ran out|last heard) |^ {2}|, )((?:\d\d-\d\d )?\d\d:\d\d)(?: UTC)?(?=[\s.,;)\]]|$)/gm;
const INSTANT = /"(\d{4}-\d\d-\d\dT\d\d:\d\d[^"]*(?:Z|[+-]\d\d(?::?\d\d)?))"/g;

/**
 * The server's sentences have times in UTC, because agents have no zone; people at a terminal read their own. Only times
 * of the answer's own data are changed, so that what people and agents wrote stays as it is.
 */
export function sayLocalTimes(text: string, data: unknown, now = new Date()): string {
  const local = new Map<string, string>();
  for (const [, instant = ''] of JSON.stringify(data ?? null).matchAll(INSTANT)) {
    const at = new Date(instant);
    if (!Number.isNaN(at.getTime()))
      local.set(clockOf(partsOf(at, 'UTC'), partsOf(now, 'UTC')), clockOf(partsOf(at), partsOf(now)));
  }
  return text.replaceAll(TIME, (whole, clock: string) => local.get(clock) ?? whole);
}

interface Parts {
  day: string;
  time: string;
}

/** "14:02", or with the day when it was another one. */
const clockOf = ({ day, time }: Parts, now: Parts): string => (day === now.day ? time : `${day.slice(5)} ${time}`);

function partsOf(at: Date, timeZone?: string): Parts {
  // Sweden writes dates as ISO 8601 does.
  const [day = '', time = ''] = at.toLocaleString('sv-SE', timeZone === undefined ? {} : { timeZone }).split(' ');
  return { day, time: time.slice(0, 5) };
}
