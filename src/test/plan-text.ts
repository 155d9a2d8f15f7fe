import type { DraftTask, PlanDraft } from '#contract/plan-draft.ts';
import type { KeptRole, PrdRole, Reading, Requirement, SettableRole } from '#contract/requirement.ts';
import { planOffline } from '#server/engine/planning/plan-offline.ts';
import { readLines } from '#markdown/read-lines.ts';

interface Known {
  previous?: readonly Requirement[];
  roles?: readonly KeptRole[];
  maxTasks?: number;
}

export const planText = (
  content: string,
  { previous = [], roles = [], maxTasks = 500 }: Known = {},
): { reading: Reading; draft: PlanDraft } => planOffline(content, { previous, roles, maxTasks });

/** Role by text of every non-blank line: `{ '- It must': 'work' }`. */
export function rolesOf(content: string, known?: Known): Record<string, PrdRole> {
  const lines = readLines(content);
  const { blocks } = planText(content, known).reading;
  return Object.fromEntries(
    blocks.flatMap(({ start_line, end_line, role }) =>
      lines.slice(start_line - 1, end_line).flatMap((line) => (line.trim() === '' ? [] : [[line.trim(), role]])),
    ),
  );
}

/** Check texts by title. */
export const checksOf = (content: string, known?: Known): Record<string, string[]> =>
  Object.fromEntries(
    planText(content, known).draft.tasks.map(({ title, checks }) => [title, checks.map(({ text }) => text)]),
  );

export const titlesOf = (content: string, known?: Known): string[] =>
  planText(content, known).draft.tasks.map(({ title }) => title);

export function taskOf(content: string, title: string, known?: Known): DraftTask {
  const task = planText(content, known).draft.tasks.find((each) => each.title === title);
  if (task === undefined) throw new Error(`no task is called ${title}: ${titlesOf(content, known).join(', ')}`);
  return task;
}

/** A role set on the block or section that begins with this line. */
export function setRole(
  content: string,
  line: string,
  role: SettableRole,
  scope: KeptRole['scope'] = 'block',
): KeptRole {
  const { blocks } = planText(content).reading;
  const place = readLines(content).findIndex((each) => each.trim() === line) + 1;
  const block = blocks.find(({ start_line }) => start_line === place);
  if (block === undefined) throw new Error(`no block begins with ${line}`);
  const set_by = { kind: 'user' as const, id: null, name: 'Ada' };
  return { key: block.key, scope, role, excerpt: line, set_by, set_at: '2026-01-01T00:00:00Z' };
}
