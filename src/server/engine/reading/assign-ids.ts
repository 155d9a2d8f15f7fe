import type { Requirement } from '#contract/requirement.ts';
import { shortKey } from './compare-text.ts';
import type { Side } from './find-alike.ts';
import { matchRequirements, readSides } from './match-requirements.ts';

type Unread = Omit<Requirement, 'id'>;

const ID_MAX = 100;

/**
 * Names what a PRD asks for. What an earlier reading knew keeps its id, whatever the author calls it now; what is new is
 * called as the author calls it, where nothing else is or was called so, and else gets an id made from its text.
 */
export function assignIds(requirements: readonly Unread[], previous: readonly Requirement[]): Requirement[] {
  const sides = readSides(requirements);
  const matches = matchRequirements(sides, readSides(previous));
  // An id once given is not given to something else, even when what had it is gone.
  const names = new Names(previous.map(({ id }) => id));
  const known = new Set(previous.flatMap(({ id, author_id: own }) => (own === undefined ? [id] : [id, own])));
  const times = countBy(requirements, ({ author_id }) => author_id ?? '');
  const makeId = makeIds(sides);
  return requirements.map((requirement, place) => {
    const before = previous[matches.get(place) ?? -1];
    if (before !== undefined) return { ...requirement, id: before.id };
    const own = requirement.author_id ?? '';
    const isFree = own !== '' && own.length <= ID_MAX && times.get(own) === 1 && !known.has(own) && !names.has(own);
    return { ...requirement, id: names.take(isFree ? own : makeId(place)) };
  });
}

/** From the text alone; texts that occur more than once take their headings along. */
function makeIds(sides: readonly Side[]): (place: number) => string {
  const times = countBy(sides, ({ text }) => text);
  return (place) => {
    const { text = '', path = '' } = sides[place] ?? {};
    return `r-${shortKey(times.get(text) === 1 ? text : `${path}\n\n${text}`)}`;
  };
}

function countBy<T>(values: readonly T[], key: (value: T) => string): Map<string, number> {
  const times = new Map<string, number>();
  for (const value of values) times.set(key(value), (times.get(key(value)) ?? 0) + 1);
  return times;
}

/** Ids in use. One that is taken twice gets a number behind it. */
class Names {
  private readonly used: Set<string>;
  private readonly next = new Map<string, number>();

  constructor(used: readonly string[]) {
    this.used = new Set(used);
  }

  has(id: string): boolean {
    return this.used.has(id);
  }

  take(id: string): string {
    let name = id;
    let count = this.next.get(id) ?? 2;
    for (; this.used.has(name); count += 1) name = `${id}-${count}`;
    this.next.set(id, count);
    this.used.add(name);
    return name;
  }
}
