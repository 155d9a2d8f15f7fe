const written =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;
const dayFirst = /^(\d{2})[-/.](\d{2})[-/.](\d{2})$/;

/**
 * A moment as the three tools write it, in UTC; without a zone it is taken as UTC.
 * Undefined for anything else: guessing would store a wrong moment as a true one.
 */
export function readDate(value: string): string | undefined {
  const text = value.trim();
  const short = dayFirst.exec(text);
  if (short !== null) return readDate(`20${short[3]}-${short[2]}-${short[1]}`);
  const parts = written.exec(text);
  if (parts === null) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = parts;
  if (Number(year) < 1970) return undefined;
  const local = new Date(
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)),
  );
  // Date.UTC rolls 30 February over into March: what does not read back the same was never a date.
  if (local.toISOString().slice(0, 19) !== `${year}-${month}-${day}T${hour}:${minute}:${second}`) return undefined;
  const milliseconds = Number(fraction.padEnd(3, '0').slice(0, 3));
  const moment = new Date(local.getTime() + milliseconds - zoneMinutes(zone) * 60_000).toISOString();
  return moment.length === 24 ? moment : undefined;
}

function zoneMinutes(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return zone.startsWith('-') ? -minutes : minutes;
}
