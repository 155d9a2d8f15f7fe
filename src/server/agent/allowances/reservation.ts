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
export interface Reservation {
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
function lapse(reservation: Reservation, now: number): void {
  const passed = now - reservation.at;
  reservation.at = now;
  reservation.left.hour = Math.max(0, reservation.left.hour - passed);
  reservation.left.minute = Math.max(0, reservation.left.minute - passed);
}

/**
 * Takes one call from the reservation; false where that is not enough. A clock that was set back voids the reservation.
 */
export function spendFrom(reservation: Reservation, now: number, steps: Times): boolean {
  if (now < reservation.at) reservation.left = { hour: 0, minute: 0 };
  else lapse(reservation, now);
  const { left, exact } = reservation;
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

export function returnOf(reservation: Reservation, now: number): Return {
  if (now >= reservation.at) lapse(reservation, now);
  else reservation.left = { hour: 0, minute: 0 };
  return { row: reservation.row, exact: reservation.exact, back: reservation.left };
}
