import { counted, formatNumber } from './counted.ts';
import type { PrdRole, RoleReason } from './requirement.ts';

export const PRD_TEXTS = {
  noneYet: 'No PRD yet',
  onlyRead: 'You may only read this PRD',
  title: 'Upload PRD & Generate Tasks',
  titleWithPlan: 'PRD',
  notText: 'This file is not text. Drop a .md or .markdown file.',
  notMarkdown: 'Please upload a markdown file (.md or .markdown)',
  or: 'Or',
  edit: 'Edit',
  preview: 'Preview',
  noPreview: 'Markdown preview will appear here',
  clear: 'Clear',
} as const;

/** Names of roles, alone and in counts. */
export const ROLE_TEXTS: Record<PrdRole, { name: string; count: string; many: string }> = {
  work: { name: 'Work', count: 'work', many: 'work lines' },
  context: { name: 'Context', count: 'context', many: 'context' },
  limit: { name: 'Limit', count: 'limits', many: 'limits' },
  done: { name: 'Done', count: 'done', many: 'finished lines' },
  unsure: { name: 'Unsure', count: 'unsure', many: 'unsure lines' },
};

/** Explanation of each reason. */
export const REASON_TEXTS: Record<RoleReason, string> = {
  set: 'Somebody set this role.',
  title: 'It is the title of the document.',
  box: 'An open checkbox asks for work.',
  ticked: 'Its box is ticked.',
  id: 'It has an id of its own, as requirements do.',
  story: 'It says what somebody wants to do.',
  unit: 'Its heading is one of a numbered series.',
  facet: 'Its heading recurs under every feature.',
  modal: 'It says what must be true.',
  section_work: 'Its section asks for work.',
  context_name: 'Its heading names background.',
  limit_name: 'Its heading names limits.',
  done_mark: 'A mark says that it is done.',
  done_section: 'Everything in its section is done.',
  table_rows: 'Every row of this table asks for something.',
  table_whole: 'The table is one check as a whole.',
  table_context: 'The columns of this table hold background.',
  prose: 'It describes, and asks for nothing.',
  values: 'It lists values that belong to its section.',
  code: 'It is code that belongs to its section.',
  pointer: 'It repeats a heading of the document.',
  outside_spine: 'It is outside the features.',
  material: 'It is material for the tasks of its section.',
  no_sign: 'It can be read both ways.',
};

export const COVERAGE_TEXTS = {
  planned: (planned: number, work: number) => `${formatNumber(planned)} of ${counted(work, 'work line')} planned`,
  toDecide: (count: number) => `${counted(count, 'section')} to decide`,
  noPlan: (lines: number) => `The PRD has ${counted(lines, 'work line')} and no plan yet`,
  allDecided: 'Every line has a role.',
  outline: 'This follows the outline of the document. Your agent can draft a better plan.',
  tellAgent: (project: string) => `Read ${project}’s PRD in Baton and draft the plan.`,
} as const;
