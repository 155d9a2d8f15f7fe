import type { RequirementKind } from '#contract/requirement.ts';
import type { Node, Section } from './document.ts';

/** One requirement before it has an id; becomes a check of a task. */
export interface Check {
  id: string;
  text: string;
  kind: RequirementKind;
  section: Section;
  /** The bold label or lead-in above it. */
  label: string | null;
  start: number;
  end: number;
  nodes: Node[];
  authorId: string | null;
  done: boolean;
  later: boolean;
  priority: number | null;
  /** Lines shown with the task: a table, code. */
  attached: { start: number; end: number } | null;
  /** A row with an acceptance column is a small task: this is its title, and the text its acceptance. */
  rowTitle: string | null;
  /** The item's own label: "**Search**: by title" is named Search. */
  name: string | null;
  /** The title of a task of its own: an item with a bare label and full sentences below it. */
  group: string | null;
}

const TEXT_MAX = 1_000;
const LATER_ITEM =
  /^[[(]?(?:future|stretch(?: goal)?|nice[- ]to[- ]have|v2(?:\.0)?|later|post[- ]mvp)[\])]?\s*[:–—-]|[([](?:[^()[\]]*\s)?(?:future|stretch|nice[- ]to[- ]have|v2(?:\.\d)?\+?|v3|later|post[- ]?mvp|phase 2\+?)[)\]]\.?$/iu;

type Given = Partial<
  Pick<Check, 'kind' | 'label' | 'authorId' | 'rowTitle' | 'name' | 'group' | 'start' | 'end' | 'priority' | 'done'>
> & {
  text: string;
  attached?: Node | null;
};

export function makeCheck(section: Section, nodes: Node[], given: Given): Check {
  const { attached = null, ...rest } = given;
  const text = cut(given.text, TEXT_MAX);
  const first = nodes[0];
  return {
    id: '',
    kind: 'item',
    section,
    label: null,
    start: nodes.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY),
    end: nodes.reduce((most, { end }) => Math.max(most, end), 0),
    nodes,
    authorId: first?.id ?? null,
    done: nodes.every(({ role }) => role === 'done'),
    later: section.isLater || LATER_ITEM.test(given.text.slice(-200)) || LATER_ITEM.test(given.text.slice(0, 60)),
    priority: section.priority,
    rowTitle: null,
    name: null,
    group: null,
    ...rest,
    text,
    attached: attached === null ? null : { start: attached.start, end: attached.end },
  };
}

/** Never inside a surrogate pair. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text
    .slice(0, max - 1)
    .toWellFormed()
    .replace(/\uFFFD$/u, '')}…`;
}

export const isAsked = ({ role }: Pick<Node, 'role'>) => role === 'work' || role === 'done';
