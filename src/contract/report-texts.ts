import type { Report } from './news.ts';
import type { PlanChange } from './timeline.ts';

/** A piece of a report's text; pieces with a number lead to that task. */
export interface ReportPart {
  text: string;
  task?: number;
  tone?: 'strong' | 'need' | 'held';
}

export interface ReportClock {
  /** "yesterday 6:40 PM". */
  moment(at: string): string;
}

const count = (n: number, one: string, many: string) => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;

/** "4 h 10 min", "38 min". */
export function sayDuration(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 1) return 'under a minute';
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${minutes} min`;
  return rest === 0 || hours >= 10 ? `${hours.toLocaleString('en-US')} h` : `${hours} h ${rest} min`;
}

/** What a change of the plan did, in a few words. */
export function sayPlanChange({ cause, added, removed, changed, lists, version }: PlanChange): string {
  const counts = [
    added > 0 ? `${count(added, 'task', 'tasks')} added` : '',
    removed > 0 ? `${removed.toLocaleString('en-US')} removed` : '',
    changed > 0 ? count(changed, 'edit', 'edits') : '',
    lists > 0 && added === 0 ? `${count(lists, 'list', 'lists')} changed` : '',
  ].filter((part) => part !== '');
  const begun = version === null ? CAUSES[cause] : `PRD version ${version}`;
  return [begun, ...counts].filter((part) => part !== '').join(', ');
}

const CAUSES: Record<PlanChange['cause'], string> = {
  edit: '',
  prd: 'new PRD',
  draft: 'drafted by an agent',
  generation: 'generated from the PRD',
  import: 'imported',
  restore: 'restored from a checkpoint',
};

/** The report as sentences of facts, in the order in which a person asks for them. */
export function sayReport(report: Report, clock: ReportClock): ReportPart[][] {
  const sentences = [
    ...sayWork(report),
    ...(report.completed_at === null
      ? []
      : [[{ text: 'The plan is complete', tone: 'strong' as const }, { text: '.' }]]),
    ...sayStops(report, clock),
    ...sayFinding(report),
    ...sayWaiting(report),
    ...sayNow(report),
  ];
  const { done, handovers, asked, blocked, stopped, plan_changes: plans } = report;
  const isQuiet = [done, handovers, asked, blocked, stopped, plans].every((happened) => happened.length === 0);
  return isQuiet ? [[{ text: `Nothing happened since ${clock.moment(report.since)}.` }], ...sentences] : sentences;
}

function sayWork({ done, handovers, held_seconds, lists, plan_changes: plans }: Report): ReportPart[][] {
  const said: ReportPart[][] = [];
  if (done.length > 0)
    said.push([
      { text: `${count(done.length, 'task', 'tasks')} done`, tone: 'strong' },
      ...(held_seconds >= 60 ? [{ text: ` in ${sayDuration(held_seconds)} of work` }] : []),
      ...(handovers.length === 0
        ? []
        : [{ text: ', with ' }, { text: count(handovers.length, 'handover', 'handovers'), tone: 'strong' as const }]),
      { text: '.' },
    ]);
  else if (handovers.length > 0) said.push([{ text: `${count(handovers.length, 'handover', 'handovers')}.` }]);
  const moved = lists.filter(({ done_before, done: now }) => now !== done_before).slice(0, 3);
  if (moved.length > 0)
    said.push([
      {
        text: `${moved.map(({ name, done_before, done: now, tasks }) => `${name} went from ${done_before} to ${now} of ${tasks}`).join('; ')}.`,
      },
    ]);
  if (plans.length > 0)
    said.push([{ text: `The plan changed ${plans.length === 1 ? 'once' : `${plans.length} times`}.` }]);
  return said;
}

const sayStops = ({ stopped }: Report, clock: ReportClock): ReportPart[][] =>
  stopped
    .slice(0, 3)
    .map(({ by, at, number, taken_over_by: next }) => [
      { text: `${by} fell silent on ` },
      { text: `T${number}`, task: number },
      { text: ` (${clock.moment(at)})${next === null ? '.' : ` and ${next} took over.`}` },
    ]);

const sayFinding = ({ finding }: Report): ReportPart[][] =>
  finding === null
    ? []
    : [
        [
          { text: 'Found' },
          ...(finding.task_number === null
            ? []
            : [{ text: ' on ' }, { text: `T${finding.task_number}`, task: finding.task_number }]),
          { text: `: ${finding.text}${/[.!?…]$/u.test(finding.text) ? '' : '.'}` },
        ],
      ];

const NAMED = 3;

function sayWaiting({ waiting, needs_you: total }: Report): ReportPart[][] {
  if (total === 0) return [];
  const shown = waiting.slice(0, NAMED);
  const more = total - shown.length;
  const named = shown.flatMap(({ number, title }, place): ReportPart[] => [
    { text: place === 0 ? ': ' : place === shown.length - 1 && more === 0 ? ' and ' : ', ' },
    { text: `T${number} ${title}`, task: number, tone: 'need' },
  ]);
  return [
    [
      {
        text: total === 1 ? 'One thing waits for you' : `${count(total, 'thing', 'things')} wait for you`,
        tone: 'need',
      },
      ...named,
      { text: more > 0 ? ` and ${more.toLocaleString('en-US')} more.` : '.' },
    ],
  ];
}

function sayNow({ holders, next }: Report): ReportPart[][] {
  const at = holders
    .slice(0, 3)
    .map(({ agent, number, title }): ReportPart[] => [
      { text: `${agent} is on `, tone: 'held' },
      { text: `T${number} ${title}`, task: number, tone: 'held' },
      { text: '.' },
    ]);
  const ahead: ReportPart[][] =
    next === null
      ? []
      : [[{ text: 'Next is ' }, { text: `T${next.number} ${next.title}`, task: next.number }, { text: '.' }]];
  return [...at, ...ahead];
}
