import { actorName } from '#contract/actor-name.ts';
import { sayPlanChange } from '#contract/report-texts.ts';
import { TIMELINE_TEXTS } from '#contract/timeline-texts.ts';
import { sayRunSummary } from '#contract/run-texts.ts';
import type { EntryData, TimelineEntry } from '#contract/timeline.ts';
import type { Whose } from '#web/lib/whose.ts';
import { formatMoment } from '../times.ts';

/** A piece of a line: words, a name, or the task with its link. */
export type Piece = { text: string } | { name: string } | { task: number | undefined; title: string };

/** Whether a name is that of the signed-in person. */
export type IsYou = (name: string) => boolean;

/** The same as plain text. */
export const sayPlain = (entry: TimelineEntry, isYou: IsYou, now: number): string =>
  sayEntry(entry, isYou, now)
    .map((piece) => {
      if ('text' in piece) return piece.text;
      if ('name' in piece) return piece.name;
      return piece.task === undefined ? piece.title : `T${piece.task} ${piece.title}`;
    })
    .join('');

/** What happened, in one line: who, what, which task, and the reason or the question where there is one. */
export function sayEntry(entry: TimelineEntry, isYou: IsYou, now: number, whose: Whose = actorName): Piece[] {
  const { kind, data, who } = entry;
  const name = (of: string, isFirst = false): Piece =>
    isYou(of) ? { name: isFirst ? 'You' : 'you' } : { name: of === '' ? 'Somebody' : of };
  const subject = who.kind === 'agent' ? { name: whose(who) } : name(who.name, true);
  const task: Piece[] = data.title === undefined ? [{ text: 'a task' }] : [{ task: data.number, title: data.title }];
  const reason: Piece[] = data.text === undefined || data.text === '' ? [] : [{ text: `: ${data.text}` }];
  const before = { kind: 'agent' as const, id: data.from_of ?? null, name: data.from ?? '' };
  const from = data.from_of === undefined ? name(before.name) : { name: whose(before) };
  switch (kind) {
    case 'held':
      return [subject, { text: ' holds ' }, ...task];
    case 'finished':
      return [subject, { text: ' finished ' }, ...task];
    case 'skipped':
      return [subject, { text: ' closed ' }, ...task, { text: ' as not needed' }];
    case 'put_back':
      return [subject, { text: ' put back ' }, ...task, ...reason];
    case 'blocked':
      return [subject, { text: ' blocked ' }, ...task, ...reason];
    case 'asked':
      return [subject, { text: ' asked on ' }, ...task, ...reason];
    case 'answered':
      return [subject, { text: ' answered ' }, from, { text: ' on ' }, ...task, ...reason];
    case 'withdrawn':
      return [subject, { text: ' took back the answer on ' }, ...task, ...reason];
    case 'stopped':
      return [subject, { text: ' fell silent on ' }, ...task];
    case 'freed':
      return [subject, { text: ' was freed by ' }, name(data.by ?? ''), { text: ' on ' }, ...task, ...reason];
    case 'took_over':
      return [subject, { text: ' took over ' }, ...task, { text: ' from ' }, from, ...saySilence(entry, now)];
    case 'handover':
      return [{ text: 'The baton went from ' }, from, { text: ' to ' }, subject];
    case 'unblocked':
      return [subject, { text: ' unblocked ' }, ...task];
    case 'marked_done':
      return [subject, { text: ' marked ' }, ...task, { text: ' done' }];
    case 'reopened':
      return [subject, { text: ' reopened ' }, ...task];
    case 'planned':
      return [
        subject,
        { text: ` changed the plan${data.plan === undefined ? '' : sayAfterColon(sayPlanChange(data.plan))}` },
      ];
    case 'noted':
      return [
        subject,
        { text: sayNotes(data.notes ?? 1) },
        ...(data.title === undefined ? [] : [{ text: ' on ' }, ...task]),
      ];
    case 'checkpoint':
      return [subject, { text: ` saved checkpoint${data.text === undefined ? '' : ` “${data.text}”`}` }];
    case 'completed':
      return [{ text: 'All tasks are done' }];
    case 'tried_again':
      return [subject, { text: sayTry(data) }, ...task, ...reason];
    case 'run_ended':
      return [
        { text: data.run?.end === 'lost' ? 'A run ended, its terminal is gone' : 'A run ended' },
        { text: data.run === undefined ? '' : `: ${sayRunSummary(data.run)}` },
      ];
    // No default: a new kind fails to compile here.
  }
}

const sayTry = ({ try: tried, tries }: EntryData) =>
  tried === undefined || tries === undefined ? ' tries again ' : ` failed try ${tried}/${tries} of `;
const sayAfterColon = (text: string) => (text === '' ? '' : `: ${text}`);
const sayNotes = (count: number) => (count === 1 ? ' left a note' : ` left ${TIMELINE_TEXTS.list.notes(count)}`);

function saySilence({ data }: TimelineEntry, now: number): Piece[] {
  return data.last_call_at === undefined ? [] : [{ text: `, silent since ${formatMoment(data.last_call_at, now)}` }];
}
