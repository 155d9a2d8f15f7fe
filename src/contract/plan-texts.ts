import { counted, formatNumber } from './counted.ts';
export const PLAN_TEXTS = {
  loading: 'Loading Tasks...',
  tree: 'Task Tree',
  empty: 'No tasks yet',
  emptyHint: 'Create a specification to generate tasks',
  active: 'Active',
  moreLists: (count: number) => `+${count} more`,
  statusChanged: (from: string, to: string) => `Task status changed: ${from} → ${to}`,
  locked: (by: string, list: string) => `Task locked by ${by} in ${list}`,
  generationStarted: (mode: string) => `Starting task list generation in ${mode} mode`,
  drafted: (by: string, { tasks, planned, work }: { tasks: number; planned: number; work: number }) =>
    `${by} drafted the plan: ${counted(tasks, 'task')}${work === 0 ? '' : `, ${formatNumber(planned)} of ${formatNumber(work)} lines`}`,
} as const;

/** Why a task that the PRD defers cannot be claimed. As a blocked reason it distinguishes our block from a person's. */
export const PARKED_REASON = 'Parked: the PRD plans this for later.';

export const LIVE_TEXTS = {
  connecting: 'Connecting to real-time updates...',
  failed: (message: string) => `Connection error: ${message}`,
  updated: (time: string) => `Connected - Last update: ${time}`,
  connected: 'Connected to real-time updates',
  off: 'Not connected to real-time updates',
  authRequired: 'Authentication required',
} as const;

export const NOTE_TEXTS = {
  tabs: { all: 'All', PROGRESS: 'Progress', FILE_LIST: 'Files', FINDING: 'Findings', CONTEXT: 'Context' },
  types: { PROGRESS: 'Progress', FILE_LIST: 'File List', FINDING: 'Finding', CONTEXT: 'Context', OTHER: 'Other' },
  copyCode: 'Copy code',
  codeCopied: 'Copied!',
  readMore: 'Read More',
  showLess: 'Show Less',
  expandAll: 'Expand All',
  collapseAll: 'Collapse All',
  newestFirst: 'Newest First',
  oldestFirst: 'Oldest First',
  noneForTask: (title: string) => `No notes for "${title}"`,
  noneOfTypeForTask: (type: string) => `No ${type} notes for this task`,
  selectTask: 'Select a task to view its notes',
  noneOfType: (type: string) => `No ${type} notes`,
  hintTask: 'Notes will appear here as agents work on this task',
  hintSelect: 'Click on a task to view its notes',
} as const;
