import type { DraftTask } from '#contract/plan-draft.ts';
import type { Fault } from './fault.ts';
import type { Facts } from './gather-facts.ts';

/** Where a task stands in the numbering of its author: "story 1.2" and "fr-3" are told apart by their word. */
interface Place {
  word: string;
  numbers: readonly number[];
}

const ID = /^([\p{L}]+)[-\s]?(\d+(?:\.\d+)*)$/u;
const HEADING = /^\s*#{1,6}\s+(?:\*\*)?(?:(\p{L}+)\s+)?(\d+(?:\.\d+)*)[.):]?(?:\s|$)/u;

/** Edges from a task to one that its author numbered after it. Sections of different parts are not compared. */
export function findWrongOrder(facts: Facts): Fault[] {
  const tasks = new Map(facts.draft.tasks.map((task) => [task.key, task]));
  return facts.draft.tasks.flatMap((task) =>
    task.depends_on.flatMap((key): Fault[] => {
      const other = tasks.get(key);
      if (other === undefined || !isAgainst(placesOf(facts, task), placesOf(facts, other))) return [];
      return [{ kind: 'order', text: `${task.title} waits for ${other.title}` }];
    }),
  );
}

function isAgainst(places: readonly Place[], others: readonly Place[]): boolean {
  return places.some((place) =>
    others.some(
      (other) =>
        other.word === place.word && (place.word !== '' || areSiblings(place, other)) && compare(other, place) > 0,
    ),
  );
}

const areSiblings = ({ numbers: a }: Place, { numbers: b }: Place) =>
  a.length === b.length && a.length > 1 && a.slice(0, -1).every((number, i) => number === b[i]);

function compare({ numbers: a }: Place, { numbers: b }: Place): number {
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** The id of its first requirement and the numbered headings above it. */
function placesOf({ document, reading, requirements }: Facts, { requirement_ids: [first] }: DraftTask): Place[] {
  const requirement = first === undefined ? undefined : requirements.get(first);
  if (requirement === undefined) return [];
  const id = ID.exec(requirement.author_id ?? '');
  const headings = reading.sections
    .filter(({ start_line, end_line }) => start_line <= requirement.start_line && requirement.end_line <= end_line)
    .map(({ start_line }) => HEADING.exec(document.lines[start_line - 1]?.text ?? ''));
  return [id, ...headings].flatMap((match) =>
    match === null ? [] : [{ word: (match[1] ?? '').toLowerCase(), numbers: (match[2] ?? '').split('.').map(Number) }],
  );
}
