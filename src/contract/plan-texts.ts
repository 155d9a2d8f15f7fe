import { counted, formatNumber } from './counted.ts';
export const PLAN_TEXTS = {
  loading: 'Loading Tasks...',
  tree: 'Task Tree',
  resizeTree: 'Resize the task tree',
  fitTree: 'Fit the tree’s width to its rows',
  empty: 'No tasks yet',
  emptyHint: 'Create a specification to generate tasks',
  active: 'Active',
  moreLists: (count: number) => `+${count} more`,
  /** Actions on several tasks at once. */
  several: {
    selected: (count: number) => `${formatNumber(count)} selected`,
    announced: (count: number) => (count === 0 ? '' : `${counted(count, 'task')} selected`),
    bar: (count: number) => `Actions for ${counted(count, 'task')}`,
    mark: 'Select',
    unmark: 'Take out of the selection',
    done: 'Done',
    move: 'Move…',
    moveTo: 'Move to a list or under a task',
    depend: 'Depend',
    inOrder: 'One after the other',
    onTask: 'All on a task…',
    waitFor: 'Task they wait for',
    delete: 'Delete',
    clear: 'Clear the selection',
    finished: (count: number) => `${counted(count, 'task')} done`,
    moved: (count: number) => `${counted(count, 'task')} moved`,
    dependAdded: (count: number) => `${count === 1 ? '1 dependency' : `${formatNumber(count)} dependencies`} added`,
    deleted: (count: number, below: number) =>
      `${counted(count, 'task')} deleted${below === 0 ? '' : `, with ${formatNumber(below)} below ${count === 1 ? 'it' : 'them'}`}`,
    nothingToFinish: 'Nothing to finish: these are done, or their status follows their subtasks',
    dependAlready: 'They depend on it already',
    noneChanged: 'None of the tasks was changed.',
    notFinished: 'The tasks could not be finished.',
    notMoved: 'The tasks could not be moved.',
    notDepend: 'The dependencies could not be added.',
    notDeleted: 'The tasks could not be deleted.',
    notUndone: 'It could not be undone.',
    notBroughtBack: 'The tasks could not be brought back.',
    tooMany: (max: number) => `At most ${formatNumber(max)} tasks at once`,
  },
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
  byHolder: 'Written by the holder of the baton',
  wasByHolder: 'Written while holding the baton',
  question: 'Question',
  answer: 'Answer',
  openQuestion: 'Open',
  statusChanges: (count: number, tasks: number) =>
    `${formatNumber(count)} status changes${tasks > 1 ? ` in ${formatNumber(tasks)} tasks` : ''}`,
  /** Notes that arrived while the list was scrolled away; without a note only status changes did. */
  waiting: (count: number) =>
    count === 0 ? 'New status changes' : `${formatNumber(count)} new ${count === 1 ? 'note' : 'notes'}`,
  hintTask: 'Notes will appear here as agents work on this task',
  hintSelect: 'Click on a task to view its notes',
} as const;
