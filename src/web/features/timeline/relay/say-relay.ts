import type { TimelineKind } from '#contract/timeline.ts';
import { workFacts } from '../entry/say-meta.ts';
import { formatMoment, formatShortDay, formatTime, sayTime } from '../times.ts';
import type { Bar } from './bars-layout.ts';
import type { Stretch } from './stretch.ts';

/** What a pill tells: a title and a few lines. */
export interface Told {
  title: string;
  lines: readonly string[];
}

const ENDS: Partial<Record<TimelineKind, string>> = {
  held: 'held now',
  finished: 'finished',
  skipped: 'closed as not needed',
  put_back: 'put back',
  blocked: 'blocked',
  asked: 'asked',
  stopped: 'fell silent',
  freed: 'freed',
};

export const sayEnd = ({ entry }: Stretch) => ENDS[entry.kind] ?? 'ended';
export const nameTask = ({ entry: { data } }: Stretch) =>
  [data.number === undefined ? '' : `T${data.number}`, data.title ?? ''].join(' ').trim();
export const count = (n: number, one: string, many: string) => `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;

export function tellPill(stretches: readonly Stretch[], now: number): Told {
  const [first] = stretches;
  const last = stretches.at(-1);
  if (first === undefined || last === undefined) return { title: '', lines: [] };
  const isHeld = last.tone === 'held';
  const when = `${formatMoment(first.from, now)} to ${isHeld ? 'now' : formatTime(last.to)}`;
  const time = sayTime(stretches.reduce((sum, { from, to }) => sum + to - from, 0));
  if (stretches.length > 1) {
    const names = stretches.slice(0, 4).map(nameTask);
    const left = stretches.length - names.length;
    return {
      title: count(stretches.length, 'task', 'tasks'),
      lines: [`${when} · ${time}`, ...names, ...(left > 0 ? [`and ${left.toLocaleString('en-US')} more`] : [])],
    };
  }
  const { files, added, removed, tests } = workFacts(last.entry.data);
  const work = [
    [files, added, removed].filter(Boolean).join(', ').replace(', −', ' −'),
    tests && (tests === 'pass' ? 'tests pass' : 'tests fail'),
    last.entry.kind !== 'finished' && sayEnd(last),
  ].filter(Boolean);
  return { title: nameTask(last), lines: [`${when} · ${time}`, ...(work.length > 0 ? [work.join(' · ')] : [])] };
}

export function tellBar({ from, to, ms, tasks }: Pick<Bar, 'from' | 'to' | 'ms' | 'tasks'>): Told {
  const days = Math.round((to - from) / 86_400_000);
  const name = days <= 1 ? formatShortDay(from) : `${formatShortDay(from)} to ${formatShortDay(to - 1)}`;
  return { title: name, lines: [`${count(tasks, 'task', 'tasks')} · ${sayTime(ms)}`] };
}

const list = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' });

export interface RelaySums {
  done: number;
  handovers: number;
}

/** Text alternative of the drawing. */
export function describeRelay(
  span: string,
  stretches: readonly Stretch[],
  { done, handovers }: RelaySums,
  agents: readonly string[],
): string {
  const holders = [...new Set(stretches.filter(({ tone }) => tone === 'held').map(({ agent }) => agent))];
  const passed = `passed the baton ${handovers === 1 ? 'once' : `${handovers.toLocaleString('en-US')} times`}`;
  const now =
    holders.length === 0
      ? 'Nobody holds it now.'
      : `${list.format(holders)} ${holders.length === 1 ? 'holds' : 'hold'} it now.`;
  return `${span}. ${list.format(agents)} ${passed}; ${count(done, 'task was done', 'tasks were done')}. ${now}`;
}
