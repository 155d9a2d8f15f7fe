import type { Report } from '#contract/news.ts';
import { type ReportClock, type ReportPart, sayDuration, sayReport } from '#contract/report-texts.ts';
import { escapeInline as escapeTrimmed } from '#server/plan/index.ts';

interface Writing {
  url: string;
  zone: string;
  now: Date;
}

const DAY_MS = 86_400_000;
/** Lines of a section; what is beyond is counted. */
const LINES_MAX = 50;

/** Reports as Markdown with links, for a chat or a pull request. */
export function writeReport(reports: readonly Report[], writing: Writing): string {
  if (reports.length === 0) return 'Nothing happened.\n';
  const clock = { moment: momentsIn(writing.zone, writing.now) };
  return reports.map((report) => writeOne(report, writing.url, clock)).join('\n');
}

function writeOne(report: Report, url: string, clock: ReportClock): string {
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
    (_, before: string, said: string, after: string) => `${before}${escapeStart(escapeTrimmed(said))}${after}`,
  );

/** A piece may begin a line, where a name such as "# all" or "1. all" would be a heading or a list. */
const escapeStart = (text: string) =>
  text.replace(/^(?:[#>+=-]|(\d{1,9})(?=[.)]))/, (mark, digits?: string) =>
    digits === undefined ? `\\${mark}` : `${digits}\\`,
  );

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

const cut = (lines: readonly string[]) =>
  lines.length <= LINES_MAX ? lines : [...lines.slice(0, LINES_MAX), `and ${lines.length - LINES_MAX} more`];

/**
 * "today 7:34 AM", "yesterday 6:40 PM", "Mar 16, 9:12 AM", in the reader's zone. The formats are made once: making one
 * costs more than a hundred uses of it.
 */
function momentsIn(zone: string, now: Date): ReportClock['moment'] {
  const format = (options: Intl.DateTimeFormatOptions, locale = 'en-US') =>
    new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
  const clock = format({ hour: 'numeric', minute: '2-digit' });
  const day = format({ dateStyle: 'short' }, 'en-CA');
  const year = format({ year: 'numeric' });
  const date = format({ month: 'short', day: 'numeric' });
  const dateOfYear = format({ month: 'short', day: 'numeric', year: 'numeric' });
  /** Calendar days since the epoch. */
  const dayNumber = (at: Date) => Date.parse(day.format(at)) / DAY_MS;
  const today = dayNumber(now);
  const thisYear = year.format(now);
  return (at) => {
    const moment = new Date(at);
    const time = clock.format(moment).replaceAll('\u202F', ' ');
    const days = today - dayNumber(moment);
    if (days === 0) return `today ${time}`;
    if (days === 1) return `yesterday ${time}`;
    return `${(year.format(moment) === thisYear ? date : dateOfYear).format(moment)}, ${time}`;
  };
}
