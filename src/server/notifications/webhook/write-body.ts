import { PRODUCT } from '#contract/constants.ts';
import type { WebhookFormat } from '#contract/notifications.ts';
import { plainText } from '#markdown/plain-text.ts';
import type { OccurrenceKind, Told } from '#server/platform/db/tables/index.ts';
import { KIND_OF } from '../occurrence.ts';
import { projectUrl, taskUrl } from '../links.ts';

export interface Message {
  id: string;
  kind: OccurrenceKind | 'test';
  at: Date;
  project: { id: string; name: string };
  told: Told;
}

const HEADLINES: Readonly<Record<OccurrenceKind | 'test', string>> = {
  asked: 'An agent asks you',
  blocked: 'A task is blocked',
  stopped: 'An agent stopped',
  plan_finished: 'The plan is finished',
  run_ended: 'The run has ended',
  test: `A test from ${PRODUCT}`,
};

export const TEST_TEXT = 'Your webhook works. Nothing happened in the project.';

/** The body of a delivery; retries of it have the same, unless the project was renamed meanwhile. */
export const writeBody = (url: string, format: WebhookFormat, message: Message): string =>
  JSON.stringify(format === 'slack' ? toSlack(url, message) : toJson(url, message));

function toJson(url: string, { id, kind, at, project, told }: Message) {
  const task = taskOf(url, project.id, kind, told);
  return {
    id,
    type: kind === 'test' ? kind : KIND_OF[kind],
    created_at: at.toISOString(),
    project: { id: project.id, name: project.name, url: projectUrl(url, project.id) },
    ...(task && { task }),
    agent: told.agent,
    text: told.text,
  };
}

function taskOf(url: string, projectId: string, kind: Message['kind'], told: Told) {
  if (told.taskId === null || told.taskNumber === null) return undefined;
  const address = taskUrl(url, projectId, told.taskNumber, kind === 'asked');
  return { id: told.taskId, number: told.taskNumber, title: told.taskTitle ?? '', url: address };
}

const SLACK_TEXT_MAX = 2_800;
/** Slack refuses a text of more than 3,000 characters, and escaping makes five of one: with room for both names. */
const SLACK_LABEL_MAX = 150;

/**
 * Texts are written by agents and people: escaped, so that `<!channel>` mentions nobody, and the longer one as plain text,
 * in which Slack formats nothing.
 */
function toSlack(url: string, { kind, project, told }: Message) {
  const task = taskOf(url, project.id, kind, told);
  const where = link(projectUrl(url, project.id), project.name);
  const what = task === undefined ? where : `${link(task.url, `T${task.number} ${task.title}`)} in ${where}`;
  const who = told.agent === null ? '' : ` · ${escape(told.agent)}`;
  const text = plainText(told.text);
  const head = `*${HEADLINES[kind]}*${who}\n${what}`;
  return {
    text: cut(`${HEADLINES[kind]}: ${escape(text)}`, SLACK_TEXT_MAX),
    blocks: [
      // Verbatim: only our own links are links, no address or channel that a name contains.
      { type: 'section', text: { type: 'mrkdwn', text: head, verbatim: true } },
      ...(text === ''
        ? []
        : [{ type: 'section', text: { type: 'plain_text', text: cut(text, SLACK_TEXT_MAX), emoji: false } }]),
    ],
  };
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** A bar would end the address. */
const link = (url: string, label: string) => `<${url}|${escape(cut(label.replaceAll('|', '¦'), SLACK_LABEL_MAX))}>`;
/** Half of a surrogate pair at the end would not be valid. */
const cut = (text: string, max: number) => text.slice(0, max).toWellFormed();
