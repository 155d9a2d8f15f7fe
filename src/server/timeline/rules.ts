import type { Report } from '#contract/news.ts';
import { sayPlanChange } from '#contract/report-texts.ts';
import { COUNTED_KINDS } from '#contract/timeline-groups.ts';
import { DONE_KINDS, type TimelineKind } from '#contract/timeline.ts';
import type { TimelineRow } from './queries.ts';
import type { ReportFacts } from './report-queries.ts';

interface Given {
  project: Report['project'];
  since: string;
  until: string;
  /** Oldest first. */
  rows: readonly TimelineRow[];
  facts: ReportFacts;
}

/** The facts of a report from a project's entries. */
export function makeReport({ project, since, until, rows, facts }: Given): Report {
  const of = (...kinds: readonly TimelineKind[]) => rows.filter(({ kind }) => kinds.includes(kind));
  // A task that was reopened and done again is told once, as it is now.
  const done = [...new Map(of(...DONE_KINDS).map((row) => [row.task_id, row])).values()].filter(
    (row) => !wasReopened(row, rows),
  );
  const worked = rows.filter(({ kind, data }) => kind !== 'held' && data.fence !== undefined);
  return {
    project,
    since,
    until,
    completed_at: isComplete(facts) ? (of('completed').at(-1)?.at.toISOString() ?? null) : null,
    done: done.map((row) => ({ ...toldOf(row), seconds: secondsOf(row) })),
    handovers: of(...COUNTED_KINDS.handovers).map(({ data, who, at }) => ({
      from: data.from ?? '',
      to: who,
      at: at.toISOString(),
    })),
    asked: of(...COUNTED_KINDS.asked).map((row) => ({
      ...toldOf(row),
      text: row.data.text ?? '',
      is_open: row.is_open || isAskedAgain(row, rows),
    })),
    blocked: of('blocked').map((row) => ({ ...toldOf(row), text: row.data.text ?? '', is_open: row.is_open })),
    stopped: of('stopped').map((row) => ({
      ...toldOf(row),
      at: row.data.last_call_at ?? row.at.toISOString(),
      taken_over_by: takerOf(row, rows),
    })),
    plan_changes: of('planned').map(({ who, at, data }) => ({
      by: who,
      at: at.toISOString(),
      text: data.plan === undefined ? '' : sayPlanChange(data.plan),
    })),
    lists: facts.lists.map(({ id, ...list }) => ({ ...list, done_before: Math.max(0, list.done - doneIn(id, rows)) })),
    finding: facts.finding,
    needs_you: facts.needs_you,
    waiting: facts.waiting,
    holders: of('held').map((row) => ({ ...taskOf(row), agent: row.who, since: row.at.toISOString() })),
    next: facts.next,
    held_seconds: worked.reduce((sum, row) => sum + (secondsOf(row, since) ?? 0), 0),
  };
}

const taskOf = ({ task_id: id, data }: TimelineRow) => ({ id, number: data.number ?? 0, title: data.title ?? '' });
const toldOf = (row: TimelineRow) => ({ ...taskOf(row), by: row.who, at: row.at.toISOString() });

/** How long the work took; counted from a moment on where one is given. A silent agent worked until its last call. */
function secondsOf({ kind, at, data }: TimelineRow, since?: string): number | null {
  if (data.started_at === undefined) return null;
  const from = Math.max(Date.parse(data.started_at), since === undefined ? 0 : Date.parse(since));
  const isSilent = kind === 'stopped' && data.last_call_at !== undefined;
  const to = isSilent ? Date.parse(data.last_call_at ?? '') : at.getTime();
  return Math.max(0, Math.round((to - from) / 1_000));
}

const isComplete = ({ lists }: ReportFacts) => lists.every(({ done, tasks }) => done === tasks);

const isDone = ({ kind }: TimelineRow) => (DONE_KINDS as readonly string[]).includes(kind);

const wasReopened = (done: TimelineRow, rows: readonly TimelineRow[]) =>
  rows.some(({ kind, task_id, at }) => kind === 'reopened' && task_id === done.task_id && at >= done.at);

/** How many more tasks of a list are done than at the beginning: by the first and the last change of each. */
function doneIn(listId: string, rows: readonly TimelineRow[]): number {
  const changes = rows.filter((row) => row.list_id === listId && (isDone(row) || row.kind === 'reopened'));
  const first = new Map(changes.toReversed().map((row) => [row.task_id, !isDone(row)]));
  const last = new Map(changes.map((row) => [row.task_id, isDone(row)]));
  return [...last].reduce((sum, [task, isNow]) => sum + Number(isNow) - Number(first.get(task)), 0);
}

/** The answer was taken back, so that the question waits again: its entry stays settled. */
const isAskedAgain = (asked: TimelineRow, rows: readonly TimelineRow[]) =>
  rows.some(({ kind, task_id, is_open }) => kind === 'withdrawn' && is_open && task_id === asked.task_id) &&
  rows.findLast(({ kind, task_id }) => kind === 'asked' && task_id === asked.task_id) === asked;

const takerOf = (stopped: TimelineRow, rows: readonly TimelineRow[]): string | null =>
  rows.find(
    ({ kind, task_id, at, who }) =>
      kind === 'took_over' && task_id === stopped.task_id && at >= stopped.at && who !== stopped.who,
  )?.who ?? null;
