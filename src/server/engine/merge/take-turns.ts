import { setImmediate as nextTurn } from 'node:timers/promises';

/** Work that can be put down after every step. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** How long the event loop may wait for one turn of it, in milliseconds. */
const TURN = 15;
/** How many rows are handled between two looks at the clock. */
const ROWS = 250;

export const isTurn = (place: number): boolean => place > 0 && place % ROWS === 0;

/** Does the work in turns: whoever waits for the server meanwhile comes in between. */
export async function takeTurns<T>(steps: Steps<T>): Promise<T> {
  let began = performance.now();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    if (performance.now() - began < TURN) continue;
    await nextTurn();
    began = performance.now();
  }
}
