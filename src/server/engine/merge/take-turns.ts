import { setImmediate as nextTurn } from 'node:timers/promises';

/** Cooperative work: yields after every step. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Maximum milliseconds per turn of the event loop. */
const TURN = 15;
/** Rows between two checks of the clock. */
const ROWS = 250;

export const isTurn = (place: number): boolean => place > 0 && place % ROWS === 0;

/** Runs the steps, yielding to the event loop between turns. */
export async function takeTurns<T>(steps: Steps<T>): Promise<T> {
  let began = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (performance.now() - began < TURN) continue;
    await nextTurn();
    began = performance.now();
  }
}
