/** An hour's and a minute's part of something, in microseconds: as the database counts time. */
export interface Times {
  hour: number;
  minute: number;
}

export const PERIODS: Times = { hour: 3_600_000_000, minute: 60_000_000 };

/** What one call takes of the time in which an allowance is whole again; cut, so that the last call of a period fits. */
export const stepsOf = (perHour: number, perMinute: number): Times => ({
  hour: Math.max(1, Math.floor(PERIODS.hour / perHour)),
  minute: Math.max(1, Math.floor(PERIODS.minute / perMinute)),
});

/** Calls that the database has counted for one server before they came. */
export interface Handful {
  /** When the allowance would be whole if only those had been counted that did come. */
  exact: Times;
  /** When it is whole as the row says it; while the row still does, nobody else has counted. */
  row: Times;
  /** What is lent and not spent, at the time `at`. */
  left: Times;
  at: number;
}

/**
 * What is lent lapses as fast as an allowance fills up: else a server could keep calls until the allowance is whole
 * again, and spend both. So all servers together never let more through than one that counts each call.
 */
function lapse(handful: Handful, now: number): void {
  const passed = now - handful.at;
  handful.at = now;
  handful.left.hour = Math.max(0, handful.left.hour - passed);
  handful.left.minute = Math.max(0, handful.left.minute - passed);
}

/** Takes one call out of what was lent; false where that is not enough. A clock that was set back ends the loan. */
export function spendFrom(handful: Handful, now: number, steps: Times): boolean {
  if (now < handful.at) handful.left = { hour: 0, minute: 0 };
  else lapse(handful, now);
  const { left, exact } = handful;
  if (left.hour < steps.hour || left.minute < steps.minute) return false;
  left.hour -= steps.hour;
  left.minute -= steps.minute;
  if (steps.hour > 0) exact.hour = Math.max(exact.hour, now) + steps.hour;
  exact.minute = Math.max(exact.minute, now) + steps.minute;
  return true;
}

/** What goes back to the row: the exact times where nobody else has counted since, else what has not lapsed. */
export interface Return {
  row: Times;
  exact: Times;
  back: Times;
}

export function returnOf(handful: Handful, now: number): Return {
  if (now >= handful.at) lapse(handful, now);
  else handful.left = { hour: 0, minute: 0 };
  return { row: handful.row, exact: handful.exact, back: handful.left };
}
