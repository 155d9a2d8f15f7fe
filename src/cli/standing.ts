import { plainLine } from '#markdown/plain-text.ts';

/** The part of the project's state printed before following. */
export interface Standing {
  project: { name: string; slots: number };
  seq: number;
  counts: { open: number; wip: number; done: number; blocked?: number; asking?: number };
  batons: { number: number; title: string; holder: { name: string }; taken_at: string; last_call_at: string }[];
  stopped?: { number: number; title: string; reason: string | null; question: { text: string; by: string } | null }[];
  next: { number: number; title: string; list: string } | null;
}

const TEXT_MAX = 100;

/** Counts, holders, the next task, and what waits for a person. */
export function describeStanding({ project, seq, counts, batons, stopped = [], next }: Standing, now: Date): string {
  const { open, wip, done, blocked = 0, asking = 0 } = counts;
  const total = open + wip + done + blocked + asking;
  const free = project.slots - batons.length;
  return [
    `${project.name}: ${done} of ${total} done, ${wip} in progress, ${open} open${some(blocked, 'blocked')}${some(asking, 'waiting for you')}`,
    ...batons.map(
      ({ number, title, holder, taken_at, last_call_at }) =>
        `${holder.name} holds T${number} ${cut(title)} for ${lengthOf(taken_at, now)}, last call ${lengthOf(last_call_at, now)} ago`,
    ),
    ...(free > 0 ? [`${free} ${free === 1 ? 'baton is' : 'batons are'} free`] : []),
    next === null ? 'Nothing is ready.' : `Next: T${next.number} ${cut(next.title)} (${cut(next.list)})`,
    ...stopped.map(({ number, title, reason, question }) =>
      question === null
        ? `Blocked: T${number} ${cut(title)}: ${cut(plainLine(reason ?? ''))}`
        : `Needs you: T${number} ${question.by} asks: ${cut(plainLine(question.text))} (baton answer T${number} TEXT)`,
    ),
    `Following from ${seq}:`,
  ].join('\n');
}

const some = (count: number, what: string): string => (count === 0 ? '' : `, ${count} ${what}`);

function lengthOf(time: string, now: Date): string {
  const minutes = Math.max(0, Math.floor((now.getTime() - new Date(time).getTime()) / 60_000));
  if (minutes < 1) return 'less than a minute';
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= TEXT_MAX ? line : `${line.slice(0, TEXT_MAX - 1).toWellFormed()}…`;
}
