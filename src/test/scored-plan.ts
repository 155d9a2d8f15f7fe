import type { DraftTask } from '#contract/plan-draft.ts';
import type { PrdRole, Requirement } from '#contract/requirement.ts';
import { describeLines } from '#test/score/describe-lines.ts';
import { type Facts, gatherFacts } from '#test/score/gather-facts.ts';
import { readLabels } from '#test/score/read-labels.ts';

interface Scored {
  /** One requirement per line that is neither blank nor a heading, named by line: L3. */
  content: string;
  /** By line; work by default. */
  roles?: Record<number, PrdRole>;
  without?: readonly number[];
  ids?: Record<number, string>;
  tasks: readonly (Partial<DraftTask> & { title: string })[];
  labels?: unknown;
  isOutline?: boolean;
}

const KEY = '0000000000000000';

/** A document with a given reading and plan. */
export function scoredPlan({
  content,
  roles = {},
  without = [],
  ids = {},
  tasks,
  labels,
  isOutline = false,
}: Scored): Facts {
  const lines = describeLines(content);
  const written = lines.flatMap(({ kind }, at) => (kind === 'blank' ? [] : [at + 1]));
  const isHeading = (line: number) => lines[line - 1]?.kind === 'heading';
  const textOf = (line: number) => lines[line - 1]?.text ?? '';
  const headings = written.filter(isHeading);
  const sections = headings.map((line, i) => ({
    ref: String(i + 1),
    heading: textOf(line).replace(/^#+\s*/u, ''),
    level: 2,
    parent: null,
    start_line: line,
    end_line: (headings[i + 1] ?? lines.length + 1) - 1,
    key: KEY,
  }));
  const headingOf = (line: number) => sections.findLast(({ start_line }) => start_line <= line)?.heading ?? '';
  const asked = written.filter((line) => !isHeading(line) && ['work', 'done'].includes(roles[line] ?? 'work'));
  const requirements = asked.map((line): Requirement => ({
    id: `L${line}`,
    text: textOf(line),
    kind: 'item',
    heading_path: ['Test', headingOf(line)],
    start_line: line,
    end_line: line,
    ...(ids[line] === undefined ? {} : { author_id: ids[line] }),
  }));
  const blocks = written
    .filter((line) => !without.includes(line))
    .map((line) => ({
      start_line: line,
      end_line: line,
      kind: isHeading(line) ? ('heading' as const) : ('item' as const),
      depth: 0,
      section: 0,
      role: roles[line] ?? (isHeading(line) ? 'context' : 'work'),
      reason: 'section_work' as const,
      key: KEY,
      requirement_ids: asked.includes(line) ? [`L${line}`] : [],
      set_by: null,
    }));
  const counts = { total: written.length, work: 0, context: 0, limit: 0, done: 0, unsure: 0 };
  const isBlank = (line: number) => lines[line - 1]?.kind === 'blank';
  return gatherFacts(
    { name: 'test', content, lines, labels: labels === undefined ? null : readLabels(labels, isBlank) },
    {
      reading: { title: null, summary: '', sections, blocks, requirements, counts, decisions: [] },
      draft: {
        lists: [{ key: 'list', parent: null, name: 'List', brief: '' }],
        tasks: tasks.map((task) => ({ ...blank(task.title), ...task })),
        is_outline: isOutline,
        notices: [],
      },
    },
  );
}

const blank = (title: string): DraftTask => ({
  key: title,
  list: 'list',
  title,
  description: '',
  checks: [],
  done: false,
  parked: false,
  requirement_ids: [],
  is_enabler: false,
  prd_lines: null,
  depends_on: [],
});

export const check = (text: string, ...requirement_ids: string[]) => ({ text, requirement_ids, done: false });
