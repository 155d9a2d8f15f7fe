import { cleanHeading } from './build-sections.ts';
import { type Edge, NAMED, type Place, SAID } from './edges.ts';
import type { WorkList } from './work.ts';

const WAITS =
  /\b(?:depends? on|depending on|requires?|after|once|needs|builds? on|based on|blocked by|prerequisites?|follows|extends|relies on|only when|hängt ab von|benötigt|nach|dépend de|nécessite|après|depende de|requiere|después de|dipende da|richiede|dopo)\b/iu;
const ID = /\b[A-Za-z]{1,10}[-_]?\d+(?:[.-]\d+)*\b/gu;
const SECTION = /\b(?:section|chapter|abschnitt|kapitel|§)\s*(\d+(?:\.\d+)*)/giu;
const NAMED_HERE =
  /\b(?:depends? on|builds? on|based on|blocked by|requires?|see|after|once|relies on|extends)\s+(?:the\s+)?(["“]?)([^.,;:()"”]{3,60})/giu;

/** What the text itself says: another requirement's id, a section's number or name. */
export function readReferences(places: readonly Place[], lists: readonly WorkList[]): Edge[] {
  const byId = new Map<string, number>();
  for (const { task, index } of places)
    for (const { id } of task.requirements) if (!byId.has(id.toLowerCase())) byId.set(id.toLowerCase(), index);
  const headings = indexHeadings(places, lists);
  return places.flatMap((place) => [...readIds(place, byId), ...readHeadings(place, headings)]);
}

function readIds({ task, index, text }: Place, byId: ReadonlyMap<string, number>): Edge[] {
  const own = new Set(task.requirements.map(({ id }) => id.toLowerCase()));
  const weight = WAITS.test(text) ? SAID : NAMED;
  return [...text.matchAll(ID)].flatMap(([id]) => {
    const to = byId.get(id.toLowerCase());
    return to === undefined || to === index || own.has(id.toLowerCase()) ? [] : [{ from: index, to, weight }];
  });
}

interface Headings {
  byNumber: Map<string, number>;
  byName: Map<string, number>;
}

/** Where a heading's work is: its own task, or the last task below it when the heading is a root list. */
function indexHeadings(places: readonly Place[], lists: readonly WorkList[]): Headings {
  const byNumber = new Map<string, number>();
  const byName = new Map<string, number>();
  const indexOf = new Map(places.map(({ task, index }) => [task.key, index]));
  const lastOf = new Map<string, number>();
  for (const { task, index } of places) lastOf.set(task.list, index);
  for (const { key, parent, path } of lists) {
    const name = path.at(-1);
    const at = parent === null ? lastOf.get(key) : indexOf.get(parent);
    if (name === undefined || name.startsWith('#') || at === undefined) continue;
    const number = /^(?:section\s+)?(\d+(?:\.\d+)*)[.)]?\s/iu.exec(name)?.[1];
    if (number !== undefined) byNumber.set(number, at);
    const folded = cleanHeading(name).toLowerCase();
    if (folded.length > 3 && !byName.has(folded)) byName.set(folded, at);
  }
  return { byNumber, byName };
}

function readHeadings({ index, text, task }: Place, { byNumber, byName }: Headings): Edge[] {
  const found: number[] = [];
  for (const match of text.matchAll(SECTION)) {
    const to = byNumber.get(match[1] ?? '');
    if (to !== undefined) found.push(to);
  }
  for (const match of text.matchAll(NAMED_HERE)) {
    const to = findName(match[2] ?? '', byName);
    if (to !== undefined) found.push(to);
  }
  if (found.length === 0) return [];
  const own = new Set(task.path.map((name) => byName.get(cleanHeading(name).toLowerCase())));
  return found.filter((to) => to !== index && !own.has(to)).map((to) => ({ from: index, to, weight: SAID }));
}

/** The longest run of first words that is a heading. */
function findName(said: string, byName: ReadonlyMap<string, number>): number | undefined {
  const words = said.toLowerCase().trim().split(/\s+/u).slice(0, 6);
  for (let length = words.length; length > 0; length -= 1) {
    const to = byName.get(words.slice(0, length).join(' '));
    if (to !== undefined) return to;
  }
  return undefined;
}
