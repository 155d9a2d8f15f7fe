import { type Doc, walkNodes } from '../reading/document.ts';
import type { PieceList } from './make-lists.ts';

const SET_UP = 'Set up the project';
const SETS_UP =
  /(?<!\p{L})(?:set ?up|setup|scaffold\p{L}*|bootstrap\p{L}*|initiali[sz]e|skeleton|foundation|infrastructure|installation|create (?:the )?(?:repo|repository|project)|repo(?:sitory)? and tooling|einricht\p{L}*|grundgerüst|mise en place|configuraci\p{L}*|configuração|kurulum\p{L}*|altyapı\p{L}*|iskelet\p{L}*)(?!\p{L})|环境搭建|初始化|環境構築|セットアップ|초기 설정/iu;
const STACK =
  /(?<!\p{L})(?:stack|technolog\p{L}*|tech|framework|architect\p{L}*|tecnolog\p{L}*|architekt\p{L}*)(?!\p{L})|技术|技術|기술/iu;

/** A task that comes first where the document names what it is built with, nothing is done yet, and nothing sets it up. */
export function addSetUp(doc: Doc, lists: PieceList[]): PieceList[] {
  const pieces = lists.flatMap((list) => list.pieces);
  const stack = doc.sections.find(({ heading, role }) => role === 'limit' && STACK.test(heading));
  if (stack === undefined || pieces.some(({ done }) => done)) return lists;
  for (const { nodes } of doc.sections)
    for (const { checked, role } of walkNodes(nodes)) if (checked === true || role === 'done') return lists;
  const isSetUp = pieces.some(
    ({ title, checks }) => SETS_UP.test(title) || checks.some(({ check }) => SETS_UP.test(check.text)),
  );
  const [first, ...rest] = lists;
  if (isSetUp || first === undefined) return lists;
  const piece = {
    title: SET_UP,
    section: stack,
    checks: [],
    bucket: 'first' as const,
    priority: null,
    done: false,
    later: false,
    isEnabler: true,
  };
  return [{ ...first, pieces: [piece, ...first.pieces] }, ...rest];
}
