import type { Report } from '#contract/news.ts';
import { sayPlanChange } from '#contract/report-texts.ts';
import { COUNTED_KINDS } from '#contract/timeline-groups.ts';
import { DONE_KINDS, type TimelineKind } from '#contract/timeline.ts';
import { plainLine } from '#markdown/plain-text.ts';
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
  // Each is looked up by task or list below: of thousands of entries, a search per entry would take a second.
  const reopened = new Map(of('reopened').map(({ task_id, at }) => [task_id, at]));
  const takeovers = Map.groupBy(of('took_over'), ({ task_id }) => task_id);
  // An answer that was taken back: the question waits again, and its own entry stays settled.
  const askedAgain = new Set(of('withdrawn').flatMap(({ is_open, task_id }) => (is_open ? [task_id] : [])));
  const lastAsked = new Map(of('asked').map((row) => [row.task_id, row]));
  const changes = Map.groupBy(of(...DONE_KINDS, 'reopened'), ({ list_id }) => list_id);
  // A task that was reopened and done again is told once, as it is now.
  const done = [...new Map(of(...DONE_KINDS).map((row) => [row.task_id, row])).values()].filter(
    ({ task_id, at }) => !isAtOrAfter(reopened.get(task_id), at),
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
      text: plainLine(row.data.text ?? ''),
      is_open: row.is_open || (askedAgain.has(row.task_id) && lastAsked.get(row.task_id) === row),
    })),
    blocked: of('blocked').map((row) => ({
      ...toldOf(row),
      text: plainLine(row.data.text ?? ''),
      is_open: row.is_open,
    })),
    stopped: of('stopped').map((row) => ({
      ...toldOf(row),
      at: row.data.last_call_at ?? row.at.toISOString(),
      taken_over_by: takerOf(row, takeovers.get(row.task_id)),
    })),
    plan_changes: of('planned').map(({ who, at, data }) => ({
      by: who,
      at: at.toISOString(),
      text: data.plan === undefined ? '' : sayPlanChange(data.plan),
    })),
    lists: facts.lists.map(({ id, ...list }) => ({
      ...list,
      done_before: Math.max(0, list.done - doneIn(changes.get(id))),
    })),
    finding: facts.finding && { ...facts.finding, text: plainLine(facts.finding.text) },
    needs_you: facts.needs_you,
    waiting: facts.waiting.map((each) => ({ ...each, text: plainLine(each.text) })),
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

const isAtOrAfter = (moment: Date | undefined, other: Date) => moment !== undefined && moment >= other;

/** How many more tasks of a list are done than at the beginning: by the first and the last change of each. */
function doneIn(changes: readonly TimelineRow[] = []): number {
  const first = new Map(changes.toReversed().map((row) => [row.task_id, !isDone(row)]));
  const last = new Map(changes.map((row) => [row.task_id, isDone(row)]));
  return [...last].reduce((sum, [task, isNow]) => sum + Number(isNow) - Number(first.get(task)), 0);
}

const takerOf = (stopped: TimelineRow, takeovers: readonly TimelineRow[] = []): string | null =>
  takeovers.find(({ at, who }) => at >= stopped.at && who !== stopped.who)?.who ?? null;
