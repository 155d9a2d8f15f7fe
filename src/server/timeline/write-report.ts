import type { Report } from '#contract/news.ts';
import { type ReportPart, sayDuration, sayReport } from '#contract/report-texts.ts';
import { escapeInline as escapeTrimmed } from '#server/plan/index.ts';

interface Writing {
  url: string;
  zone: string;
  now: Date;
}

/** Lines of a section; what is beyond is counted. */
const LINES_MAX = 50;

/** Reports as Markdown with links, for a chat or a pull request. */
export function writeReport(reports: readonly Report[], writing: Writing): string {
  if (reports.length === 0) return 'Nothing happened.\n';
  return reports.map((report) => writeOne(report, writing)).join('\n');
}

function writeOne(report: Report, { url, zone, now }: Writing): string {
  const clock = { moment: (at: string) => sayMoment(at, zone, now) };
  const project = `${url}/projects/${report.project.id}/tasks`;
  const link = (number: number, title: string) => `[${escapeInline(title)}](${project}?task=T${number})`;
  const part = ({ text, task, tone }: ReportPart) => {
    const said = task === undefined ? escapeInline(text) : link(task, text);
    return tone === 'strong' ? `**${said}**` : said;
  };
  const paragraph = sayReport(report, clock)
    .map((sentence) => sentence.map(part).join(''))
    .join(' ');
  const sections: [string, string[]][] = [
    [
      'Done',
      report.done.map(({ number, title, by, at, seconds }) =>
        [
          link(number, `T${number} ${title}`),
          escapeInline(by),
          ...(seconds === null ? [] : [sayDuration(seconds)]),
          clock.moment(at),
        ].join(' · '),
      ),
    ],
    [
      'Waiting for you',
      report.waiting.map(({ number, title, text, by }) =>
        [
          `${link(number, `T${number} ${title}`)}: ${escapeInline(oneLine(text))}`,
          ...(by === null ? [] : [`(${escapeInline(by)})`]),
        ].join(' '),
      ),
    ],
    [
      'Stopped',
      report.stopped.map(
        ({ number, title, by, at }) =>
          `${escapeInline(by)} on ${link(number, `T${number} ${title}`)}, last heard of ${clock.moment(at)}`,
      ),
    ],
    [
      'Plan',
      report.plan_changes.map(({ by, text, at }) =>
        [escapeInline(by), escapeInline(text), clock.moment(at)].filter((each) => each !== '').join(' · '),
      ),
    ],
  ];
  const written = sections
    .filter(([, lines]) => lines.length > 0)
    .map(
      ([title, lines]) =>
        `\n### ${title}\n\n${cut(lines)
          .map((line) => `- ${line}`)
          .join('\n')}\n`,
    );
  return `## ${escapeInline(report.project.name)}: since ${clock.moment(report.since)}\n\n${paragraph}\n${written.join('')}`;
}

/** Keeps the spaces at both ends, where the piece is joined to others. */
const escapeInline = (text: string) =>
  text.replace(
    /^(\s*)(.*?)(\s*)$/s,
    (_, before: string, said: string, after: string) => `${before}${escapeTrimmed(said)}${after}`,
  );

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

const cut = (lines: readonly string[]) =>
  lines.length <= LINES_MAX ? lines : [...lines.slice(0, LINES_MAX), `and ${lines.length - LINES_MAX} more`];

/** "today 7:34 AM", "yesterday 6:40 PM", "Mar 16, 9:12 AM", in the reader's zone. */
function sayMoment(at: string, zone: string, now: Date): string {
  const moment = new Date(at);
  const time = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit' })
    .format(moment)
    .replaceAll('\u202F', ' ');
  const days = dayNumber(now, zone) - dayNumber(moment, zone);
  if (days === 0) return `today ${time}`;
  if (days === 1) return `yesterday ${time}`;
  const sameYear = yearOf(now, zone) === yearOf(moment, zone);
  const date = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    month: 'short',
    day: 'numeric',
    ...(sameYear ? {} : { year: 'numeric' }),
  }).format(moment);
  return `${date}, ${time}`;
}

/** Calendar days since the epoch, in the zone. */
const dayNumber = (at: Date, zone: string) =>
  Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format(at)) / 86_400_000;
const yearOf = (at: Date, zone: string) =>
  new Intl.DateTimeFormat('en', { timeZone: zone, year: 'numeric' }).format(at);
