import type { AnswerOf } from '#contract/endpoint.ts';
import type { Report, getReport } from '#contract/news.ts';
import { sayDuration, sayReport } from '#contract/report-texts.ts';
import { askServer } from '../ask-server.ts';
import { type Command, print, requirePlace } from '../command.ts';
import { EXIT } from '../failure.ts';
import { readMoment } from '../read-moment.ts';

const DONE_SHOWN = 30;

/** What happened in the project since its owner was last there, or since a moment. */
export const report: Command = {
  options: { since: { type: 'string' }, markdown: { type: 'boolean' } },
  async run(call) {
    call.args.take(0);
    const { to, project } = requirePlace(call);
    const now = new Date();
    const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
    const said = call.args.text('since');
    const query = new URLSearchParams({
      zone,
      ...(said === undefined ? {} : { since: readMoment(said, now).toISOString() }),
    });
    const found = await askServer<AnswerOf<typeof getReport>>(to, {
      method: 'GET',
      path: `/api/projects/${project}/report?${query}`,
    });
    print(call, call.args.is('markdown') ? found.markdown.trimEnd() : describeReport(found.report), found.report);
    return EXIT.fine;
  },
};

export function describeReport(found: Report): string {
  const clock = { moment: (at: string) => new Date(at).toLocaleString('en-US', MOMENT).replaceAll('\u202F', ' ') };
  const paragraph = sayReport(found, clock).map((sentence) => sentence.map(({ text }) => text).join(''));
  const left = found.done.length - DONE_SHOWN;
  const done = found.done
    .slice(-DONE_SHOWN)
    .map(({ number, title, by, seconds }) =>
      [`  T${number} ${title}`, by, ...(seconds === null ? [] : [sayDuration(seconds)])].join(' · '),
    );
  const open = [...found.asked, ...found.blocked].filter(({ is_open }) => is_open);
  return [
    `${found.project.name}, since ${clock.moment(found.since)}`,
    paragraph.join(' '),
    ...(done.length === 0 ? [] : ['Done:', ...(left > 0 ? [`  (${left} earlier ones)`] : []), ...done]),
    ...(open.length === 0 ? [] : ['Waiting for a person:']),
    ...open.map(({ number, title, text, by }) => `  T${number} ${title}: ${text.replaceAll(/\s+/g, ' ')} (${by})`),
  ].join('\n');
}

const MOMENT = { weekday: 'short', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const;
