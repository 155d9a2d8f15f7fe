const PHRASES = [
  'the label printer refuses a parcel heavier than thirty kilograms',
  'an address without a house number is held back for a person to look at',
  'retry the courier with a growing delay, and give up after the fifth time',
  'the weight of a parcel comes from the scale, never from the form',
  'customs papers are printed twice when the parcel leaves the union',
  'a route is planned once an hour and again when a driver reports a delay',
  'signatures are stored beside the delivery, not inside it',
  'the night run sorts parcels by district before the vans are loaded',
  'a refund is started from the order and needs a second person above a limit',
  'tracking numbers are checked against the carrier before they are shown',
  'the warehouse counts shelves on Sunday, while nothing moves',
  'drivers see the next ten stops and nothing about the people behind them',
];
const DESCRIPTION_BYTES = 500;
const CHILDREN = 9;

const phrase = (number: number) => PHRASES[number % PHRASES.length] ?? '';

/** About 560 bytes of text per task, with a repetitive vocabulary. */
export function textOf(number: number): { title: string; description: string } {
  const title = `Step ${number}: ${phrase(number * 5).slice(0, 50)}`;
  let description = `See src/parcels/step-${number}.ts.`;
  for (let more = 1; description.length < DESCRIPTION_BYTES; more += 1) description += ` ${phrase(number * 7 + more)}.`;
  return { title, description: description.slice(0, DESCRIPTION_BYTES) };
}

interface DocumentTask {
  id: number;
  title: string;
  description: string;
  status: 'pending';
  dependencies: (number | string)[];
  subtasks?: DocumentTask[];
}

/** A plan of so many open tasks, a tenth of them with nine subtasks, of which the fifth depends on the fourth. */
export function usualPlan(tasks: number): string {
  const tops = Array.from({ length: tasks / (CHILDREN + 1) }, (_, at) => {
    const first = at * (CHILDREN + 1) + 1;
    const subtasks = Array.from({ length: CHILDREN }, (__, child) =>
      task(child + 1, first + child + 1, child % 5 === 4 ? [child] : []),
    );
    return { ...task(at + 1, first, []), subtasks };
  });
  return JSON.stringify({ tasks: tops });
}

/** A plan whose first tasks all depend on the last one, with ready ones between. */
export function blockedPlan(blocked: number, ready: number): string {
  const gate = blocked + ready + 1;
  return JSON.stringify({
    tasks: Array.from({ length: gate }, (_, at) => task(at + 1, at + 1, at < blocked ? [gate] : [])),
  });
}

function task(id: number, number: number, dependencies: number[]): DocumentTask {
  return { id, ...textOf(number), status: 'pending', dependencies };
}
