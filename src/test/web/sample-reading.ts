import type { PlanDraft } from '#contract/plan-draft.ts';
import type { PrdDecision, PrdRole, PrdSection, Reading } from '#contract/requirement.ts';
import type { ShownBlock, ShownReading } from '#web/features/prd/document/shown-reading.ts';
import { sketchBlocks } from '#web/features/prd/document/sketch-blocks.ts';
import { countLines, linesOf } from '#web/features/prd/document/split-lines.ts';

// Readings for tests: a line that ends in "(work)" has that role, and everything else is context.

const ROLE = /\((work|context|limit|done|unsure)\)$/;

export const sampleKey = (text: string) =>
  [...text]
    .reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 2 ** 40, 7)
    .toString(16)
    .padStart(16, '0');

/** Read as the server would; `set` are roles that somebody has set, by the key of the text. */
export function sampleReading(text: string, set: ReadonlyMap<string, PrdRole> = new Map()): ShownReading & Reading {
  const sketch = sketchBlocks(text, undefined);
  const { lines } = sketch;
  const sections: PrdSection[] = [];
  const blocks = sketch.blocks.map((block): ShownBlock & { role: PrdRole } => {
    const source = linesOf(lines, block).join('\n');
    if (block.kind === 'heading') sections.push(openSection(sections, source, block.start_line, lines.length));
    const key = sampleKey(source);
    const section = Math.max(0, sections.length - 1);
    const role = set.get(key) ?? set.get(sections[section]?.key ?? '') ?? roleOf(source);
    const isTraced = role === 'work' || role === 'done';
    return {
      ...block,
      section,
      role,
      key,
      reason: set.has(key) ? 'set' : role === 'unsure' ? 'no_sign' : 'section_work',
      set_by: set.has(key) ? { kind: 'user', id: null, name: 'Ada' } : null,
      requirement_ids: isTraced ? [`r${block.start_line}`] : [],
    };
  });
  const counts = { total: 0, work: 0, context: 0, limit: 0, done: 0, unsure: 0 };
  for (const block of blocks) {
    counts.total += countLines(lines, block);
    counts[block.role] += countLines(lines, block);
  }
  const decisions = blocks.flatMap((block): PrdDecision[] => {
    if (block.role !== 'unsure') return [];
    const title = linesOf(lines, block).join(' ').replace(/^- /, '').replace(ROLE, '').trim();
    const { key, start_line, end_line } = block;
    return [{ key, scope: 'block', heading: '', start_line, end_line, lines: 1, task: { title, checks: [title] } }];
  });
  return { title: null, summary: '', requirements: [], lines, blocks, sections, counts, decisions };
}

const roleOf = (source: string): PrdRole => (ROLE.exec(source)?.[1] as PrdRole | undefined) ?? 'context';

function openSection(before: PrdSection[], source: string, line: number, last: number): PrdSection {
  const level = /^#+/.exec(source)?.[0].length ?? 1;
  for (const section of before) if (section.level >= level && section.end_line === last) section.end_line = line - 1;
  const parent = before.findLastIndex((section) => section.level < level && section.end_line === last);
  const heading = source.replace(/^#+ /, '').replace(ROLE, '').trim();
  return {
    ref: String(before.length + 1),
    heading,
    level,
    parent: parent < 0 ? null : parent,
    start_line: line,
    end_line: last,
    key: sampleKey(source),
  };
}

/** One task for each section with work or done lines, all in one list. */
export function sampleDraft({ blocks, sections, lines }: ShownReading): PlanDraft {
  const tasks = sections.flatMap(({ heading }, at) => {
    const own = blocks.filter(({ section, role }) => section === at && (role === 'work' || role === 'done'));
    if (own.length === 0) return [];
    const checks = own.map((block) => ({
      text: linesOf(lines, block).join(' ').replace(/^- /, '').replace(ROLE, '').trim(),
      requirement_ids: [...block.requirement_ids],
      done: block.role === 'done',
    }));
    return {
      key: `t${at}`,
      list: 'l1',
      title: heading,
      description: '',
      checks,
      done: checks.every(({ done }) => done),
      parked: heading.startsWith('Later'),
      requirement_ids: own.flatMap(({ requirement_ids }) => requirement_ids),
      is_enabler: false,
      prd_lines: null,
      depends_on: [],
    };
  });
  const lists = tasks.length > 0 ? [{ key: 'l1', parent: null, name: 'Everything', brief: '' }] : [];
  return { lists, tasks, is_outline: false, notices: [] };
}
