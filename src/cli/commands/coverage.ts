import type { Task } from '#contract/task.ts';
import type { ProjectExport } from '#contract/transfer.ts';
import { askServer } from '../ask-server.ts';
import { type Command, print, requirePlace } from '../command.ts';
import { EXIT } from '../failure.ts';

interface Range {
  start: number;
  end: number;
}
interface Gap extends Range {
  heading: string;
  lines: number;
}
interface Coverage {
  filename: string;
  version: number;
  lines: number;
  covered: number;
  tasks: number;
  tasks_elsewhere: number;
  gaps: Gap[];
}

const GAPS_SHOWN = 40;

/** Which lines of the PRD some task comes from, and which none does. */
export const coverage: Command = {
  async run(call) {
    call.args.take(0);
    const { to, project } = requirePlace(call);
    const path = `/api/projects/${project}/export?format=json`;
    const { prd_versions, tasks } = await askServer<ProjectExport>(to, { method: 'GET', path });
    const prd = prd_versions.toSorted((a, b) => a.version - b.version).at(-1);
    if (prd === undefined) {
      print(call, 'This project has no PRD, so there is nothing to cover.', null);
      return EXIT.fine;
    }
    const found = { filename: prd.filename, version: prd.version, ...measure(prd.content, tasks) };
    print(call, describe(found), found);
    return EXIT.fine;
  },
};

/** Lines without a word, headings and rules of a table ask for nothing. */
const asksForSomething = (line: string): boolean => /[\p{L}\p{N}]/u.test(line) && !/^\s*#{1,6}\s/.test(line);

export function measure(prd: string, tasks: readonly Pick<Task, 'prd_lines' | 'deleted_at'>[]) {
  const live = tasks.filter(({ deleted_at }) => deleted_at === null);
  const ranges = live.flatMap(({ prd_lines }) => (prd_lines === null ? [] : [prd_lines]));
  const isCovered = (line: number) => ranges.some(({ start, end }) => start <= line && line <= end);
  const gaps: Gap[] = [];
  let heading = '';
  let lines = 0;
  let covered = 0;
  let isOpen = false;
  for (const [place, text] of prd.split('\n').entries()) {
    const line = place + 1;
    const title = /^\s*#{1,6}\s+(.*)$/.exec(text)?.[1];
    if (title !== undefined) {
      heading = title.trim();
      isOpen = false;
    }
    if (!asksForSomething(text)) continue;
    lines += 1;
    const last = gaps.at(-1);
    if (isCovered(line)) {
      covered += 1;
      isOpen = false;
    } else if (isOpen && last !== undefined) {
      last.end = line;
      last.lines += 1;
    } else {
      gaps.push({ start: line, end: line, heading, lines: 1 });
      isOpen = true;
    }
  }
  return { lines, covered, tasks: ranges.length, tasks_elsewhere: live.length - ranges.length, gaps };
}

function describe(found: Coverage): string {
  const { filename, version, lines, covered, tasks, tasks_elsewhere, gaps } = found;
  const percent = lines === 0 ? 100 : Math.floor((covered / lines) * 100);
  const left = gaps.length - GAPS_SHOWN;
  return [
    `${filename}, version ${version}: ${covered} of ${lines} lines covered (${percent} %) by ${tasks} tasks; ${tasks_elsewhere} tasks name no lines.`,
    ...(gaps.length === 0 ? [] : ['Not covered:']),
    ...gaps.slice(0, GAPS_SHOWN).map(({ start, end, heading }) => {
      const where = start === end ? `line ${start}` : `lines ${start}-${end}`;
      return `  ${where}${heading === '' ? '' : `  ${heading}`}`;
    }),
    ...(left > 0 ? [`  (${left} more: --json)`] : []),
  ].join('\n');
}
