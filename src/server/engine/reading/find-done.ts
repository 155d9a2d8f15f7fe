import { normaliseText } from './compare-text.ts';
import { type Doc, type Node, type Section, walkNodes, walkSections } from './document.ts';
import { columnsOf, isDoneCell } from './judge-tables.ts';

const DONE_BEHIND =
  /(?:[✅☑✔][\uFE0F]?\s*$|(?<![%\p{L}]\s{0,3})(?<!\p{L}-)(?<!not |in)(?:\bdone|\bcompleted?|\bimplemented|\bshipped|erledigt|abgeschlossen|umgesetzt|terminée?|livrée?|concluíd[oa]|feito|completad[oa]|finalizad[oa]|completat[oa]|zrobione|ukończone|zakończone|tamamlandı|готово|выполнено|реализовано|завершено|hoàn thành|完成|完了|実装済み|완료)[)\]]?\s*[✅☑✔]?[\uFE0F]?\s*$)/iu;
const DONE_FRONT = /^[✅☑✔]/u;
const OPEN_FRONT = /^(?:🚧|📝|⏳|⬜|🔲|❌|🔄|🔜|☐|📋)/u;
const STATUS_LINE =
  /^(?:status|state|stand|estado|état|statut|stato|durum|stan|статус|trạng thái|状态|狀態|ステータス|状況|상태)\s*[:：]\s*(.{2,60})$/iu;
/** Statuses of a product, not of its document. */
const OUT_THERE =
  /^(?:✅\s*)?(?:shipped|implemented|released|live|in production|deployed|umgesetzt|ausgeliefert|livré|implementado|lanzado|lançado|wdrożone|yayında|выпущен|реализован|已上线|已实现|リリース済み|출시)(?!\p{L})/iu;
const STATUS_NODES = 3;
const TICKED_MIN = 3;

/** The heading says done by a mark, a word, or a status line right below it. */
export function saysDone(section: Section): boolean {
  if (section.isTitle || section.heading === '') return false;
  if (section.name === 'done' || DONE_BEHIND.test(section.raw)) return true;
  return section.name !== 'context' && isDoneCell(statusOf(section) ?? '');
}

/** A done mark before headings is an ornament, unless a sibling has an open mark: then it is a state. */
export function markFronts(sections: readonly Section[]): void {
  for (const { children } of sections)
    if (children.some(({ raw }) => OPEN_FRONT.test(raw)))
      for (const child of children) if (DONE_FRONT.test(child.raw)) child.isDone = true;
}

const statusOf = ({ nodes }: Section): string | null => {
  for (const { kind, text } of nodes.slice(0, STATUS_NODES))
    if (kind !== 'table' && kind !== 'code') {
      const status = STATUS_LINE.exec(text)?.[1];
      if (status !== undefined) return status;
    }
  return null;
};

/**
 * Derives what is done from other lines: sections of ticked boxes, tasks ticked in a list elsewhere, a shipped product.
 */
export function markDone(doc: Doc): void {
  for (const section of doc.sections) if (section.parent === null) markFinished(section);
  const ticked = findTicked(doc);
  for (const section of doc.sections)
    if (section.role === 'work' && !hasOpenBox(section) && isTicked(section, ticked))
      for (const each of walkSections(section)) finish(each);
  if (isShipped(doc)) for (const section of doc.sections) finish(section);
}

function finish(section: Section): void {
  if (section.role !== 'work' || section.setRole !== null || section.isLater) return;
  section.role = 'done';
  section.reason = 'done_section';
}

const hasOpenBox = (section: Section): boolean =>
  [...walkSections(section)].some(({ nodes }) => [...walkNodes(nodes)].some(({ checked }) => checked === false));

/** Three or more boxes, all ticked: the whole section is done. */
function markFinished(section: Section): { ticked: number; open: number } {
  const count = { ticked: 0, open: 0 };
  for (const node of walkNodes(section.nodes)) {
    if (node.checked === true) count.ticked += 1;
    if (node.checked === false) count.open += 1;
  }
  for (const child of section.children) {
    const below = markFinished(child);
    count.ticked += below.ticked;
    count.open += below.open;
  }
  const isFinished = count.ticked >= TICKED_MIN && count.open === 0 && section.setRole === null && !section.isTitle;
  if (isFinished && (section.role === 'work' || section.role === null) && isAllBoxes(section)) {
    section.role = 'done';
    section.reason = 'done_section';
  }
  return count;
}

/** Sub-sections without a box may still be open. */
const isAllBoxes = (section: Section): boolean =>
  [...walkSections(section)].every(
    ({ nodes, role }) =>
      role === 'done' ||
      nodes.every(({ kind }) => kind !== 'item') ||
      [...walkNodes(nodes)].some(({ checked }) => checked !== null),
  );

interface Ticked {
  ids: ReadonlySet<string>;
  /** The first words of what is ticked, from three words on. */
  fronts: ReadonlySet<string>;
}

const FRONT_MIN = 3;
const FRONT_MAX = 10;

/** Ticked in one place and open in none. */
export function findTicked(doc: Doc): Ticked {
  const ids = new Set<string>();
  const fronts = new Set<string>();
  const open: Node[] = [];
  // Boxes in context sections are filled-in forms.
  const listed = doc.sections.filter(({ role }) => role !== 'context' && role !== 'limit');
  for (const { nodes } of listed)
    for (const node of walkNodes(nodes)) {
      if (node.checked === false) open.push(node);
      if (node.checked !== true) continue;
      if (node.id !== null) ids.add(node.id);
      for (const front of frontsOf(node.text)) fronts.add(front);
    }
  for (const { id, text } of open) {
    if (id !== null) ids.delete(id);
    for (const front of frontsOf(text)) fronts.delete(front);
  }
  return { ids, fronts };
}

const wordsOf = (text: string) =>
  normaliseText(text)
    .replace(/^\d+\s+/u, '')
    .split(' ')
    .filter(Boolean);

function frontsOf(text: string): string[] {
  const words = wordsOf(text.slice(0, 200));
  const most = Math.min(words.length, FRONT_MAX);
  return most < FRONT_MIN
    ? []
    : Array.from({ length: most - FRONT_MIN + 1 }, (_, i) => words.slice(0, FRONT_MIN + i).join(' '));
}

const COUNT = /^\p{L}{1,20}\s*[-#]?\d{1,4}(?:\.\d{1,3})*\s*[:.–—-]\s*/u;

/** "Task 20: Hash the passwords" where "- [x] 20. Hash the passwords with salt" stands in a list. */
function isTicked({ id, unit, heading, isTitle }: Section, { ids, fronts }: Ticked): boolean {
  if (isTitle || unit === null) return false;
  if (id !== null && ids.has(id)) return true;
  const words = wordsOf(heading.replace(COUNT, ''));
  return words.length >= FRONT_MIN && words.length <= FRONT_MAX && fronts.has(words.join(' '));
}

function statesIn({ table }: Node): string[] {
  const at = table === null ? -1 : columnsOf(table.head).status;
  return at < 0 ? [] : (table?.rows ?? []).map(({ cells }) => cells[at] ?? '');
}

/**
 * A status line at the top says so, and nothing in the document contradicts it. "Complete" may be about the document.
 */
function isShipped(doc: Doc): boolean {
  const status = doc.sections
    .filter(({ isTitle, heading }) => isTitle || heading === '')
    .flatMap(({ nodes }) => nodes.flatMap(({ lines }) => lines.split('\n')))
    .map((line) => STATUS_LINE.exec(line.trim())?.[1])
    .find((each) => each !== undefined);
  if (status === undefined || !(OUT_THERE.test(status) || isDoneCell(status))) return false;
  let done = 0;
  for (const { nodes } of doc.sections)
    for (const node of walkNodes(nodes)) {
      if (node.checked === false || node.mark === 'open') return false;
      if (node.checked === true || node.mark === 'done') done += 1;
      const states = statesIn(node);
      const finished = states.filter(isDoneCell).length;
      if (finished > 0 && finished < states.length) return false;
      done += finished;
    }
  return done >= TICKED_MIN || OUT_THERE.test(status);
}
