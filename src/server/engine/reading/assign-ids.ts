import type { Requirement } from '#contract/requirement.ts';
import { shortKey } from './compare-text.ts';
import type { Side } from './find-alike.ts';
import { matchRequirements, readSides } from './match-requirements.ts';

type Unread = Omit<Requirement, 'id'>;

const ID_MAX = 100;

/**
 * Assigns ids to requirements. Those matched with an earlier version keep theirs; new ones get the author's id, if it
 * was never used, and else one derived from the text.
 */
export function assignIds(requirements: readonly Unread[], previous: readonly Requirement[]): Requirement[] {
  const sides = readSides(requirements);
  const matches = matchRequirements(sides, readSides(previous));
  // Ids are never reused, even when their requirement is gone.
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

/** Hash of the text; repeated texts include their headings. */
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

/** Ids in use; a duplicate gets a suffix. */
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
