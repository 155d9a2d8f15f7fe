import type { RunOutcome, WorkerState } from '#contract/run.ts';
import type { Agent } from '../agent.ts';
import { sayClock, sayDuration } from '../clock-time.ts';
import { type Colour, type Paint, paintNothing } from './paint.ts';
import type { Counts, ShownResult, ShownRun, ShownSummary } from './shown.ts';
import { cutTo, fit, oneLine, textWidth } from './text-width.ts';

const WIDEST = 120;
const NARROW = 60;
const STEP = 19;
const BRANCH_LEAST = 24;
const TITLE_LEAST = 12;
const AGENTS_SHOWN = 8;
const OUTCOME = 19;

interface Cell {
  text: string;
  width: number;
  colour?: Colour | undefined;
  side?: 'left' | 'right';
}

function draw(cells: readonly Cell[], paint: Paint): string {
  const filled = cells.findLastIndex(({ text }) => text !== '');
  return cells
    .slice(0, filled + 1)
    .map(({ text, width, colour, side }, place) =>
      paint(colour, place === filled && side === undefined ? cutTo(text, width) : fit(text, width, side)),
    )
    .join(' ');
}

const STEPS: Record<WorkerState, string> = {
  free: 'free',
  setting_up: 'setting up',
  working: 'working',
  verifying: 'verifying',
  merging: 'merging',
  waiting_for_limit: 'waits for its limit',
  stopping: 'stopping',
};
const AT_WORK: readonly WorkerState[] = ['setting_up', 'working', 'verifying', 'merging', 'stopping'];

function stepOf({ state, note, try: number, tries }: Agent): string {
  if (state === 'verifying') return `verifying ${oneLine(note)}`;
  if (state === 'working' && number > 1) return `working ${number}/${Math.max(number, tries)}`;
  return STEPS[state];
}

/** One agent: who, task, title, step, how long, since the last sign of life, branch; as many as there is room for. */
export function agentLine(
  agent: Agent,
  now: Date,
  columns: number,
  names: number,
  paint: Paint = paintNothing,
): string {
  const { state, task, branch } = agent;
  const isAtWork = AT_WORK.includes(state);
  const mark: Cell = { text: isAtWork ? '●' : '○', width: 1, colour: isAtWork ? 'ember' : 'dim' };
  const who: Cell = { text: agent.name, width: columns < NARROW ? Math.min(names, 16) : names };
  if (task === undefined) {
    const why = [STEPS[state], oneLine(agent.note)].filter((each) => each !== '').join(': ');
    return draw([mark, who, { text: why, width: columns - who.width - 3, colour: 'dim' }], paint);
  }
  const number: Cell = { text: `T${task.number}`, width: Math.max(4, `T${task.number}`.length), colour: 'dim' };
  const step: Cell = { text: stepOf(agent), width: STEP, colour: isAtWork ? 'ember' : 'dim' };
  const left = columns - [mark, who, number].reduce((sum, { width }) => sum + width + 1, 0);
  if (columns < NARROW) return draw([mark, who, number, { ...step, width: Math.max(4, left) }], paint);
  const times: Cell[] = [
    { text: sayDuration(now.getTime() - task.since.getTime()), width: 6, side: 'right' },
    {
      text: agent.movedAt === undefined ? '' : sayDuration(now.getTime() - agent.movedAt.getTime()),
      width: 6,
      side: 'right',
      colour: 'dim',
    },
  ];
  const room = left - STEP - 1 - 14;
  if (room < TITLE_LEAST) return draw([mark, who, number, step, ...times], paint);
  const isWide = columns >= 96 && room >= TITLE_LEAST + BRANCH_LEAST + 1;
  const title: Cell = {
    text: oneLine(task.title),
    width: isWide ? Math.max(TITLE_LEAST, Math.floor(room * 0.45)) : room,
  };
  const last: Cell[] = isWide ? [{ text: branch ?? '', width: room - title.width - 1, colour: 'dim' }] : [];
  return draw([mark, who, number, title, step, ...times, ...last], paint);
}

const OUTCOMES: Record<RunOutcome, { mark: string; colour: Colour | undefined; says: string }> = {
  done: { mark: '✓', colour: 'green', says: 'done' },
  tried_again: { mark: '↻', colour: 'yellow', says: 'tried again' },
  failed: { mark: '✗', colour: 'red', says: 'failed verification' },
  conflict: { mark: '✗', colour: 'red', says: 'conflict' },
  released: { mark: '○', colour: undefined, says: 'given back' },
  skipped: { mark: '○', colour: undefined, says: 'skipped' },
  asked: { mark: '?', colour: 'bold', says: 'asked you' },
  blocked: { mark: '✗', colour: 'red', says: 'blocked' },
  taken_away: { mark: '○', colour: 'yellow', says: 'taken away' },
};

const sayDiff = (diff: ShownResult['diff']): string => (diff === null ? '' : `+${diff.insertions} −${diff.deletions}`);

function outcomeText(result: ShownResult): string {
  const { says } = OUTCOMES[result.outcome];
  if (result.outcome === 'done') return [says, ...(result.isVerified ? ['verified'] : [])].join(', ');
  const reason = oneLine(result.reason);
  if (result.outcome === 'tried_again')
    return `${reason === '' ? says : reason}, try ${result.try}/${Math.max(result.try, result.tries)}`;
  return reason === '' ? says : `${says}: ${reason}`;
}

const shortOutcome = ({ outcome, try: number, tries }: ShownResult): string =>
  outcome === 'tried_again' ? `try ${number}/${Math.max(number, tries)} failed` : OUTCOMES[outcome].says;

const reasonText = (result: ShownResult): string => oneLine(result.reason) || outcomeText(result);

/** A task that ended, as one line that stays, with lines below it. */
export function resultLines(result: ShownResult, columns: number, paint: Paint = paintNothing): string[] {
  const { mark, colour } = OUTCOMES[result.outcome];
  const width = Math.min(columns, WIDEST);
  const isNarrow = width < 76;
  const head: Cell[] = [
    { text: sayClock(result.at), width: 5 },
    { text: mark, width: 1, colour },
    { text: `T${result.number}`, width: Math.max(4, `T${result.number}`.length), colour: 'dim' },
  ];
  const tail: Cell[] = [
    { text: sayDiff(result.diff), width: 12, side: 'right' },
    { text: sayDuration(result.seconds * 1_000), width: 6, side: 'right' },
  ];
  const used = [...head, ...(isNarrow ? [] : tail)].reduce((sum, cell) => sum + cell.width + 1, 0);
  const room = width - used;
  const names = Math.min(20, Math.max(10, textWidth(result.agent)));
  const agent: Cell[] = isNarrow ? [] : [{ text: result.agent, width: names, colour: 'dim' }];
  const left = room - (isNarrow ? 1 : names + 2);
  // As wide in every line, so that the columns stand below each other.
  const says = Math.min(OUTCOME, Math.floor(left / 2));
  const whole = outcomeText(result);
  const isWhole = textWidth(whole) <= says;
  const text = isWhole ? whole : shortOutcome(result);
  const cells = [...head, { text: oneLine(result.title), width: left - says }, ...agent, { text, width: says, colour }];
  const below = [
    ...(isWhole ? [] : wrap(reasonText(result), width - 12)),
    ...result.details.map((line) => cutTo(oneLine(line), width - 12)),
  ];
  return [
    draw([...cells, ...(isNarrow ? [] : tail)], paint),
    ...below.map((line) => paint('dim', `${' '.repeat(12)}${line}`)),
  ];
}

/** At most three lines. */
export function wrap(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && textWidth(line) + 1 + textWidth(word) > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.slice(0, 3).map((line) => cutTo(line, width));
}

function countsText({ done, failed, skipped, givenBack, retried }: Counts): string[] {
  return [
    `${done} done`,
    ...(retried > 0 ? [`${retried} to retry`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(givenBack > 0 ? [`${givenBack} given back`] : []),
  ];
}

/** What is redrawn in place: a rule with counts, the agents, what is next, the keys. */
export function blockLines(
  run: ShownRun,
  now: Date,
  size: { columns: number; rows: number },
  paint: Paint = paintNothing,
): string[] {
  const columns = Math.min(size.columns, WIDEST);
  const atWork = run.agents.filter(({ task }) => task !== undefined).length;
  const said = [`${atWork} at work`, `${run.ready} ready`, ...countsText(run.counts)].join(' · ');
  const elapsed = sayDuration(now.getTime() - run.startedAt.getTime());
  const rule = `── ${said} ${'─'.repeat(Math.max(0, columns - textWidth(said) - elapsed.length - 8))} ${elapsed} ──`;
  const half = run.agents.length > AGENTS_SHOWN ? Math.max(3, Math.floor(size.rows / 2) - 4) : AGENTS_SHOWN;
  const shown = run.agents.slice(0, half);
  const names = Math.min(22, Math.max(...run.agents.map(({ name }) => textWidth(name)), 6));
  const more = run.agents.length - shown.length;
  const next = run.next.map(oneLine).join(' · ');
  const state = stateText(run, atWork);
  return [
    '',
    paint('dim', cutTo(rule, columns)),
    ...shown.map((agent) => agentLine(agent, now, columns, names, paint)),
    ...(more > 0 ? [paint('dim', `  +${more} more`)] : []),
    ...(next === '' ? [] : [`  ${paint('dim', 'next')}  ${cutTo(next, columns - 8)}`]),
    ...(state === undefined ? [] : [paint('yellow', cutTo(`  ${state}`, columns))]),
    '',
    paint('dim', cutTo(keysText(run), columns)),
  ];
}

function stateText({ stopping, isPaused, notice }: ShownRun, atWork: number): string | undefined {
  const tasks = `${atWork} ${atWork === 1 ? 'task' : 'tasks'}`;
  if (stopping === 'now') return 'Stopping now: batons are handed back, branches stay.';
  if (stopping === 'finish') return `Stopping after ${tasks}; Ctrl+C again stops now.`;
  return (
    notice ??
    (isPaused
      ? `Paused: ${atWork === 1 ? '1 agent finishes its task' : `${atWork} agents finish their task`}, no new one starts.`
      : undefined)
  );
}

const keysText = ({ isPaused, agents }: ShownRun): string =>
  `  p ${isPaused ? 'go on' : 'pause'}   f finish current tasks, then stop   ${agents.length === 1 ? '1' : `1-${Math.min(9, agents.length)}`} follow output   o open in browser   ?`;

export function summaryLines(summary: ShownSummary, paint: Paint = paintNothing): string[] {
  const { counts, insertions, deletions, tokens, costUsd } = summary;
  const spent = [
    ...(tokens === null ? [] : [`${sayCount(tokens)} tokens`]),
    ...(costUsd === null ? [] : [`$${costUsd.toFixed(2)}`]),
  ];
  const said = [...countsText(counts), `+${insertions} −${deletions}`, sayDuration(summary.ms), ...spent].join(' · ');
  return [
    '',
    paint('bold', said),
    oneLine(summary.end),
    ...listed('Branches that wait for you', summary.branches),
    ...listed('Needs you', summary.needsYou).map((line) => paint('bold', line)),
  ];
}

const LISTED_MAX = 20;
const listed = (title: string, items: readonly string[]): string[] =>
  items.length === 0
    ? []
    : [
        `${title}:`,
        ...items.slice(0, LISTED_MAX).map((item) => `  ${oneLine(item)}`),
        ...(items.length > LISTED_MAX ? [`  and ${items.length - LISTED_MAX} more`] : []),
      ];

const sayCount = (count: number): string =>
  count < 1_000
    ? String(count)
    : count < 1_000_000
      ? `${(count / 1_000).toFixed(1)}k`
      : `${(count / 1_000_000).toFixed(1)}M`;
