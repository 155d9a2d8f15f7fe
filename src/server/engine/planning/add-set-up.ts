import { type Doc, type Node, walkNodes } from '../reading/document.ts';
import type { PieceList } from './make-lists.ts';
import { setsUp } from './sets-up.ts';

const SET_UP = 'Set up the project';
const STACK =
  /(?<!\p{L})(?:stack|technolog\p{L}*|tech|framework|architect\p{L}*|tecnolog\p{L}*|architekt\p{L}*)(?!\p{L})|技术|技術|기술/iu;

/** What is chosen stands in a list or a table; prose and drawings under such a heading tell how things work. */
const isChoice = ({ kind }: Node): boolean => kind === 'item' || kind === 'table';

/**
 * Adds a set-up task at the front where the document names its technology, nothing is done yet, and no task sets it up.
 */
export function addSetUp(doc: Doc, lists: PieceList[]): PieceList[] {
  const pieces = lists.flatMap((list) => list.pieces);
  const stack = doc.sections.find(
    ({ heading, role, nodes }) => role === 'limit' && STACK.test(heading) && nodes.some(isChoice),
  );
  if (stack === undefined || pieces.some(({ checks }) => checks.some(({ check }) => check.done))) return lists;
  for (const { nodes } of doc.sections)
    for (const { checked, role } of walkNodes(nodes)) if (checked === true || role === 'done') return lists;
  const isSetUp = pieces.some(({ title, checks }) => setsUp(title) || checks.some(({ check }) => setsUp(check.text)));
  const [first, ...rest] = lists;
  if (isSetUp || first === undefined) return lists;
  const piece = {
    title: SET_UP,
    section: stack,
    checks: [],
    bucket: 'first' as const,
    priority: null,
    stage: null,
    done: false,
    later: false,
    isEnabler: true,
  };
  return [{ ...first, pieces: [piece, ...first.pieces] }, ...rest];
}
