/** A value per period, in microseconds, the resolution of PostgreSQL. */
export interface Times {
  hour: number;
  minute: number;
}

export const PERIODS: Times = { hour: 3_600_000_000, minute: 60_000_000 };

/** The emission interval (GCRA) of one call; rounded down, so that the last call of a period fits. */
export const stepsOf = (perHour: number, perMinute: number): Times => ({
  hour: Math.max(1, Math.floor(PERIODS.hour / perHour)),
  minute: Math.max(1, Math.floor(PERIODS.minute / perMinute)),
});

/** A batch of calls that one server has reserved from the shared allowance before they arrive. */
export interface Handful {
  /** The theoretical arrival time (GCRA) if only the calls that did arrive had been counted. */
  exact: Times;
  /**
   * The theoretical arrival time as this server wrote it; a row that still has it was not changed by another server.
   */
  row: Times;
  /** Reserved and unused, as of the time `at`. */
  left: Times;
  at: number;
}

/**
 * A reservation decays at the rate at which the allowance refills: else a server could keep calls until the allowance
 * is full again, and spend both. So all servers together never admit more than one counter would.
 */
function lapse(handful: Handful, now: number): void {
  const passed = now - handful.at;
  handful.at = now;
  handful.left.hour = Math.max(0, handful.left.hour - passed);
  handful.left.minute = Math.max(0, handful.left.minute - passed);
}

/**
 * Takes one call from the reservation; false where that is not enough. A clock that was set back voids the reservation.
 */
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

/**
 * What is returned to the row: the exact times if no other server has counted since (compare-and-swap), else what has
 * not decayed.
 */
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
