import type { Agent } from '../agent.ts';
import { sayClock, sayDuration } from '../clock-time.ts';
import { summaryLines } from './lines.ts';
import type { Screen } from './screen.ts';
import type { ShownResult } from './shown.ts';
import { oneLine } from './text-width.ts';

/** One line per change, for pipes, logs and NO_COLOR. */
export function openPlainScreen(write: (line: string) => void, now: () => Date): Screen {
  const at = (text: string) => write(`${sayClock(now())}  ${text}`);
  const said = new Map<string, string>();
  return {
    head: (lines) => lines.forEach((line) => write(line)),
    say: (text) => text.split('\n').forEach((line) => at(oneLine(line))),
    moved(agent) {
      const text = describe(agent);
      if (said.get(agent.name) === text) return;
      said.set(agent.name, text);
      if (text !== '') at(`${agent.name}: ${text}`);
    },
    line: () => undefined,
    result(result) {
      for (const line of plainResult(result)) at(line);
    },
    end: (summary) => summaryLines(summary).forEach((line) => write(line)),
    close: () => undefined,
  };
}

function describe({ state, task, note, try: number, tries }: Agent): string {
  const about = task === undefined ? '' : `T${task.number} ${oneLine(task.title)}`;
  const again = number > 1 ? ` (try ${number}/${Math.max(number, tries)})` : '';
  switch (state) {
    case 'free':
      return note === '' ? '' : `free, ${oneLine(note)}`;
    case 'setting_up':
      return `sets up ${about}`;
    case 'working':
      return `works on ${about}${again}`;
    case 'verifying':
      return `verifies T${task?.number ?? '?'}: ${oneLine(note)}`;
    case 'merging':
      return `merges T${task?.number ?? '?'}`;
    case 'waiting_for_limit':
      return oneLine(note);
    case 'stopping':
      return `is stopped${task === undefined ? '' : ` at T${task.number}`}`;
  }
}

const SAYS: Record<ShownResult['outcome'], string> = {
  done: 'done',
  tried_again: 'is tried again',
  failed: 'failed',
  conflict: 'could not be merged',
  released: 'given back',
  skipped: 'skipped',
  asked: 'asked you',
  blocked: 'blocked',
  taken_away: 'taken away',
};

export function plainResult(result: ShownResult): string[] {
  const { number, title, agent, outcome, reason, diff, isVerified, mergedInto, branch } = result;
  const facts = [
    ...(outcome === 'done' && isVerified ? ['verified'] : []),
    ...(mergedInto === null ? [] : [`merged into ${mergedInto}`]),
    ...(outcome === 'tried_again' ? [`try ${result.try}/${Math.max(result.try, result.tries)}`] : []),
    ...(diff === null ? [] : [`+${diff.insertions} −${diff.deletions}`]),
    sayDuration(result.seconds * 1_000),
    agent,
    ...(branch === null || mergedInto !== null ? [] : [branch]),
  ];
  const why = oneLine(reason) === '' ? '' : `: ${oneLine(reason)}`;
  const head = `T${number} ${oneLine(title)}: ${SAYS[outcome]}${outcome === 'done' ? '' : why} (${facts.join(', ')})`;
  return [head, ...result.details.map((line) => `    ${oneLine(line)}`)];
}
