import { PRODUCT } from '#contract/constants.ts';
import { NOTIFICATION_TEXTS as T } from '#contract/notification-texts.ts';
import { plainText } from '#markdown/plain-text.ts';
import { type Mail, renderMail } from '#server/platform/mail/index.ts';
import { projectUrl, settingsUrl, taskUrl } from '../links.ts';
import { KIND_OF } from '../occurrence.ts';
import type { WaitingMail } from './queries.ts';

type Item = Pick<WaitingMail, 'project_id' | 'project_name' | 'kind' | 'told'>;

/** Further ones are counted, not told: nobody reads more. */
const ITEMS_MAX = 30;
const SUBJECT_MAX = 120;

/** One mail about everything that waits for a person; a single thing is told in full in the subject. */
export function writeMail(url: string, to: string, items: readonly Item[]): Mail {
  const [first, ...others] = items;
  if (first === undefined) throw new Error('a mail needs something to tell');
  const isOne = others.length === 0;
  const title = isOne ? headlineOf(first) : T.mail.several(items.length);
  const projects = [...new Map(items.map((item) => [item.project_id, item.project_name]))];
  const shown = items.slice(0, ITEMS_MAX);
  const link = linkOf(url, first);
  const more = items.length - shown.length;
  return {
    to,
    subject: oneLine(isOne ? `${title} (${first.project_name})` : title),
    link: link.url,
    unsubscribeUrl: settingsUrl(url, first.project_id),
    ...renderMail({
      product: PRODUCT,
      title,
      paragraphs: isOne
        ? [T.mail.project(first.project_name, first.told.text !== ''), plainText(first.told.text)].filter(
            (text) => text !== '',
          )
        : more > 0
          ? [T.mail.more(more)]
          : [],
      ...(isOne
        ? { action: link }
        : {
            items: shown.map((item) => ({
              title: `${item.project_name}: ${headlineOf(item)}`,
              text: plainText(item.told.text),
              link: linkOf(url, item),
            })),
          }),
      footer: T.mail.footer(
        [...new Set(items.map(({ kind }) => T.kinds[KIND_OF[kind]]))],
        items.some(({ kind }) => kind === 'asked'),
      ),
      footerLinks: projects.map(([id, name]) => ({ label: T.mail.settings(name), url: settingsUrl(url, id) })),
    }),
  };
}

function headlineOf({ kind, told }: Item): string {
  const { taskNumber, taskTitle, agent } = told;
  const task = taskNumber === null ? null : `T${taskNumber}${taskTitle === null ? '' : ` ${taskTitle}`}`;
  return T.mail.headlines[kind](agent ?? T.mail.someAgent, task);
}

function linkOf(url: string, { kind, project_id: projectId, told: { taskNumber } }: Item) {
  if (taskNumber === null) return { label: T.mail.openProject, url: projectUrl(url, projectId) };
  const isQuestion = kind === 'asked';
  return {
    label: isQuestion ? T.mail.answer : T.mail.openTask(taskNumber),
    url: taskUrl(url, projectId, taskNumber, isQuestion),
  };
}

/** Titles are written by people and agents. */
const oneLine = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= SUBJECT_MAX
    ? line
    : `${line
        .slice(0, SUBJECT_MAX - 1)
        .trimEnd()
        .toWellFormed()}…`;
};
