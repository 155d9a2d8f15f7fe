import { OPERATIONAL_BRIEF_MAX } from '#contract/constants.ts';
import type { Constraint, Extraction } from '#contract/requirement.ts';
import { cutText, sayLines } from './say-lines.ts';
import type { WorkList, WorkTask } from './work.ts';

const LISTED = 12;
const LONG = 300;
/** Tasks of a list that say what it is about. */
const NEAR = 200;

/** What the briefs look up: built once for the whole plan. */
export interface BriefSources {
  extraction: Extraction;
  byKey: ReadonlyMap<string, WorkTask>;
  byList: ReadonlyMap<string, readonly WorkTask[]>;
  /** Leaves below each list, its sub-lists' too. */
  below: ReadonlyMap<string, readonly WorkTask[]>;
  /** Keys of the tasks that wait for each. */
  waiting: ReadonlyMap<string, readonly string[]>;
  listName: ReadonlyMap<string, string>;
  wordsOf(task: WorkTask): ReadonlyMap<string, string>;
  constraintWords: readonly { constraint: Constraint; words: ReadonlyMap<string, string> }[];
}

/** A brief that stands on its own: an agent that reads nothing else knows what the list is for and when it is done. */
export function writeBrief(list: WorkList, sources: BriefSources): string {
  const tasks = sources.byList.get(list.key) ?? [];
  const leaves = sources.below.get(list.key) ?? [];
  const parts = [
    ['Goal', sayGoal(list, tasks, leaves, sources)],
    ['Constraints', sayConstraints(leaves, sources)],
    ['Interfaces', sayInterfaces(leaves, sources)],
    ['Definition of done', sayDone(leaves)],
    ['Source', saySource(list, leaves)],
  ];
  return cutText(parts.map(([name, text]) => `## ${name}\n${text}`).join('\n\n'), OPERATIONAL_BRIEF_MAX);
}

function sayGoal(
  list: WorkList,
  tasks: readonly WorkTask[],
  leaves: readonly WorkTask[],
  { extraction }: BriefSources,
): string {
  const whole =
    extraction.title === null || extraction.title === list.name ? '' : ` of ${cutText(extraction.title, LONG)}`;
  const summary = extraction.summary.replace(/\s+/gu, ' ').trim();
  const count = leaves.length === 1 ? 'One task' : `${leaves.length} tasks`;
  return [
    `Deliver “${list.name}”${whole}. ${count}:`,
    bullets(tasks.map(({ title }) => title)),
    ...(summary === '' ? [] : [`\nWhat it is part of: ${cutText(summary, LONG)}`]),
  ].join('\n');
}

function sayConstraints(leaves: readonly WorkTask[], { constraintWords, wordsOf }: BriefSources): string {
  const own = new Set<string>();
  if (constraintWords.length > LISTED)
    for (const leaf of leaves.slice(0, NEAR)) for (const stem of wordsOf(leaf).keys()) own.add(stem);
  const scored = constraintWords
    .map(({ constraint, words }, place) => ({
      constraint,
      place,
      near: [...words.keys()].filter((word) => own.has(word)).length,
    }))
    .toSorted((a, b) => b.near - a.near || a.place - b.place)
    .slice(0, LISTED)
    .toSorted((a, b) => a.place - b.place);
  const limits = firstFew(leaves, ({ requirements }) => requirements.filter(({ text }) => LIMIT.test(text)));
  const said = [
    ...scored.map(({ constraint }) => `${sayBound(constraint.text)} (${sayLines([constraint])})`),
    ...limits.map((limit) => `Limit: ${cutText(limit.text, LONG)} (${sayLines([limit])})`),
  ];
  return said.length === 0 ? 'The PRD names none for this part.' : bullets(said, LISTED * 2);
}

/** A non-goal is written like a wish; read alone in a brief it must not be taken for one. */
const sayBound = (text: string): string =>
  BINDING.test(text) ? cutText(text, LONG) : `Out of scope: ${cutText(text, LONG)}`;

const BINDING =
  /\b(?:must|shall|should|never|cannot|can['’]t|won['’]t|only|at most|at least|no|not|none|without|out of scope|nicht|keine?|pas|aucune?|ningún|nessun|geen|nie)\b/iu;
const LIMIT =
  /(?:\b(?:at most|at least|no more than|less than|more than|within|under|below|up to|maximum|minimum|max|min|every|exceed)\b|[<>≤≥])\s*\d/iu;

function sayInterfaces(leaves: readonly WorkTask[], { byKey, waiting, listName }: BriefSources): string {
  const own = new Set(leaves.map(({ key }) => key));
  const outside = (keys: readonly string[]) =>
    keys.filter((key) => !own.has(key)).flatMap((key) => byKey.get(key) ?? []);
  const say = (verb: string, found: readonly WorkTask[]) =>
    [...new Set(found)].map(({ title, list }) => `${verb} “${title}” (${listName.get(list) ?? ''})`);
  const uses = say(
    'Uses what is built in',
    firstFew(leaves, ({ dependsOn }) => outside(dependsOn)),
  );
  const used = say(
    'Is used by',
    firstFew(leaves, ({ key }) => outside(waiting.get(key) ?? [])),
  );
  if (uses.length + used.length === 0)
    return 'Nothing in the PRD ties this part to another: it can be built by itself.';
  return bullets([...uses, ...used], LISTED * 2);
}

/** Stops as soon as there is enough: a list may hold thousands. */
function firstFew<T>(leaves: readonly WorkTask[], find: (leaf: WorkTask) => readonly T[]): T[] {
  const found = new Set<T>();
  for (const leaf of leaves) {
    for (const one of find(leaf)) found.add(one);
    if (found.size >= LISTED) break;
  }
  return [...found].slice(0, LISTED);
}

function sayDone(leaves: readonly WorkTask[]): string {
  const criteria = leaves.flatMap(({ requirements }) =>
    requirements.flatMap((requirement) => requirement.criteria ?? []),
  );
  return bullets([
    'Every task of the list is done and every check on it is met.',
    ...criteria.slice(0, LISTED - 1).map(({ text }) => cutText(text.replace(/\s+/gu, ' '), LONG)),
    ...(criteria.length >= LISTED
      ? [`The other ${criteria.length - LISTED + 1} criteria, which stand on the tasks.`]
      : []),
  ]);
}

function saySource(list: WorkList, leaves: readonly WorkTask[]): string {
  const found = leaves.flatMap(({ requirements }) => requirements);
  if (found.length === 0) return 'No lines of its own: the PRD as a whole implies it.';
  const path = list.path.filter((name) => !name.startsWith('#'));
  return `PRD ${sayLines(found)}${path.length === 0 ? '' : `, “${path.join(' › ')}”`}.`;
}

function bullets(texts: readonly string[], most = LISTED): string {
  const more = texts.length > most ? [`- and ${texts.length - most} more`] : [];
  return [...texts.slice(0, most).map((text) => `- ${text}`), ...more].join('\n');
}
