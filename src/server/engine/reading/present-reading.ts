import type {
  PrdBlock,
  PrdDecision,
  PrdRole,
  PrdSection,
  Reading,
  Requirement,
  RoleCounts,
} from '#contract/requirement.ts';
import { type Doc, type Node, type Section, pathOf } from './document.ts';
import type { Check } from './find-checks.ts';
import { isDoneCell, columnsOf } from './judge-tables.ts';
import { nodeKey, rowKey, sectionKey } from './give-roles.ts';

const SUMMARY_MAX = 1_000;

/** The document in the contract's format: every non-blank line in exactly one block. */
export function presentReading(doc: Doc, checks: readonly Check[], requirements: Requirement[]): Reading {
  const checksOf = traceNodes(checks);
  const blocks = doc.sections.flatMap((section) => blocksOf(section, checksOf));
  blocks.sort((a, b) => a.start_line - b.start_line || a.end_line - b.end_line);
  const counts = countLines(doc, blocks);
  return {
    title: doc.title?.heading ?? null,
    summary: summarise(doc),
    sections: presentSections(doc),
    blocks,
    requirements,
    counts,
    decisions: findDecisions(doc, blocks),
  };
}

type ChecksOf = ReadonlyMap<Node, readonly Check[]>;

function traceNodes(checks: readonly Check[]): ChecksOf {
  const checksOf = new Map<Node, Check[]>();
  for (const check of checks)
    for (const node of check.nodes) {
      const own = checksOf.get(node);
      if (own === undefined) checksOf.set(node, [check]);
      else own.push(check);
    }
  return checksOf;
}

function presentSections(doc: Doc): PrdSection[] {
  const used = new Map<string, number>();
  const counts = new Map<Section | null, number>();
  const refs = new Map<Section, string>();
  return doc.sections.map((section) => {
    const { parent, number, heading, level, start, end, index } = section;
    const place = (counts.get(parent) ?? 0) + 1;
    counts.set(parent, place);
    const above = parent === null || parent.isTitle ? '' : `${refs.get(parent) ?? ''}.`;
    const own = number ?? (section.isTitle ? '0' : `${above}${place}`);
    const turn = (used.get(own) ?? 0) + 1;
    used.set(own, turn);
    // A hyphen is never in a number, so no other section is called so.
    const ref = turn === 1 ? own : `${own}-${turn}`;
    refs.set(section, ref);
    const parentIndex = parent === null ? null : parent.index;
    return {
      ref,
      heading,
      level,
      parent: parentIndex === index ? null : parentIndex,
      start_line: start,
      end_line: Math.max(start, end),
      key: sectionKey(section),
    };
  });
}

function blocksOf(section: Section, checksOf: ChecksOf): PrdBlock[] {
  const blocks: PrdBlock[] = [];
  const add = (node: Node) => {
    if (
      node.table !== null &&
      node.reading !== 'whole' &&
      node.reading !== 'context' &&
      node.role !== 'limit' &&
      node.role !== 'context' &&
      (checksOf.has(node) || node.table.rows.some(({ set }) => set !== null))
    )
      for (const row of rowBlocks(section, node, checksOf.get(node) ?? [])) blocks.push(row);
    else
      blocks.push(
        blockOf(
          section,
          node,
          (checksOf.get(node) ?? []).map(({ id }) => id),
        ),
      );
    for (const child of node.children) add(child);
  };
  for (const node of section.nodes) add(node);
  if (section.headEnd > 0) blocks.unshift(headingBlock(section, blocks, checksOf));
  return blocks;
}

/** A label with nothing under it asks for nothing, unless somebody says that it does. */
function blockOf(section: Section, node: Node, ids: readonly string[]): PrdBlock {
  const isAsked = node.role === 'work' || node.role === 'done';
  const isEmpty = isAsked && ids.length === 0 && node.setBy === null && section.setRole === null;
  return {
    start_line: node.start,
    end_line: node.end,
    kind: node.kind,
    depth: node.depth,
    section: section.index,
    role: isEmpty ? 'context' : node.role,
    reason: isEmpty ? 'material' : node.reason,
    key: nodeKey(node),
    requirement_ids: isAsked ? [...ids] : [],
    set_by: node.setBy ?? (node.reason === 'set' ? (section.setRole?.by ?? null) : null),
  };
}

/** A table whose rows are checks: its head, and a block for each row. */
function rowBlocks(section: Section, node: Node, own: readonly Check[]): PrdBlock[] {
  const { head, rows } = node.table ?? { head: [], rows: [] };
  const byLine = Map.groupBy(own, ({ start }) => start);
  const status = columnsOf(head).status;
  const first = own[0]?.id;
  const whole = blockOf(section, node, first === undefined ? [] : [first]);
  const top = {
    ...whole,
    role: first === undefined ? ('context' as const) : whole.role,
    end_line: Math.max(node.start, (rows[0]?.start ?? node.end + 1) - 1),
  };
  return [
    top,
    ...rows.map(({ cells, start, end, set }): PrdBlock => {
      const ids = byLine.get(start)?.map(({ id }) => id) ?? [];
      const isDone = node.role === 'done' || (status >= 0 && isDoneCell(cells[status] ?? ''));
      const read: PrdRole = ids.length === 0 ? 'context' : isDone && node.setBy === null ? 'done' : node.role;
      return {
        ...top,
        start_line: start,
        end_line: end,
        kind: 'row',
        role: set?.role ?? read,
        ...(set !== null && { reason: 'set' as const, set_by: set.by }),
        key: rowKey(cells),
        requirement_ids: ids,
      };
    }),
  ];
}

/** A heading is what stands right below it: work where anything is, else what most of it is. One that only gathers others is context. */
function headingBlock(section: Section, own: readonly PrdBlock[], checksOf: ChecksOf): PrdBlock {
  const roles = new Set<PrdRole>();
  let first: string | undefined;
  for (const block of own) {
    roles.add(block.role);
    first ??= block.requirement_ids[0];
  }
  // Facets are parts of the feature; what else stands below has headings of its own.
  for (const facet of section.children)
    if (facet.isFacet)
      for (const node of facet.nodes) {
        roles.add(node.role);
        first ??= checksOf.get(node)?.[0]?.id;
      }
  const role: PrdRole = section.isTitle
    ? 'context'
    : section.setRole !== null
      ? section.setRole.role
      : roles.has('work') && first !== undefined && section.role !== 'context' && section.role !== 'limit'
        ? 'work'
        : section.role === 'limit' || section.role === 'context'
          ? section.role
          : roles.has('unsure')
            ? 'unsure'
            : roles.has('done')
              ? 'done'
              : roles.has('limit') && !roles.has('context')
                ? 'limit'
                : 'context';
  return {
    start_line: section.start,
    end_line: section.headEnd,
    kind: 'heading',
    depth: 0,
    section: section.index,
    role,
    reason: section.isTitle ? 'title' : section.reason,
    key: sectionKey(section),
    requirement_ids: (role === 'work' || role === 'done') && first !== undefined ? [first] : [],
    set_by: section.setRole?.by ?? null,
  };
}

function countLines({ lines }: Doc, blocks: readonly PrdBlock[]): RoleCounts {
  const counts: RoleCounts = { total: 0, work: 0, context: 0, limit: 0, done: 0, unsure: 0 };
  const roles = new Map<number, PrdRole>();
  for (const { start_line, end_line, role } of blocks)
    for (let line = start_line; line <= end_line; line += 1) if (!roles.has(line)) roles.set(line, role);
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '') continue;
    counts.total += 1;
    counts[roles.get(i + 1) ?? 'context'] += 1;
  }
  return counts;
}

/** The first prose of the document. */
function summarise(doc: Doc): string {
  for (const section of doc.sections) {
    if (!section.isTitle && section.heading !== '' && section.role === 'work') break;
    const texts = section.nodes
      .filter(({ kind, label }) => (kind === 'paragraph' || kind === 'quote') && label === null)
      .map(({ text }) => text);
    const said = texts.filter((text) => text.length > 40).join('\n\n');
    if (said !== '') return said.length <= SUMMARY_MAX ? said : `${said.slice(0, SUMMARY_MAX - 1).toWellFormed()}…`;
  }
  return '';
}

/** One question for each section that nobody could place, as high up as everything in it is open. */
function findDecisions(doc: Doc, blocks: readonly PrdBlock[]): PrdDecision[] {
  const bySection = Map.groupBy(blocks, ({ section }) => section);
  const decisions: PrdDecision[] = [];
  const isBlank = (line: number) => (doc.lines[line - 1] ?? '').trim() === '';
  for (const section of doc.sections) {
    const open = (bySection.get(section.index) ?? []).filter(({ role }) => role === 'unsure');
    const nodes = section.nodes.filter(({ role }) => role === 'unsure');
    if (open.length === 0 || nodes.length === 0) continue;
    let lines = 0;
    for (const { start_line, end_line } of open)
      for (let line = start_line; line <= end_line; line += 1) if (!isBlank(line)) lines += 1;
    decisions.push({
      key: sectionKey(section),
      scope: 'section',
      heading: section.heading,
      start_line: open[0]?.start_line ?? section.start,
      end_line: open.at(-1)?.end_line ?? section.end,
      lines,
      task: {
        title: section.heading || (pathOf(section).at(-1) ?? ''),
        checks: nodes
          .filter(({ kind }) => kind === 'item')
          .map(({ text }) => text)
          .slice(0, 24),
      },
    });
  }
  return decisions;
}
