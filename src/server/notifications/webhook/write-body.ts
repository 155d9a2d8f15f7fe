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
    text: `${HEADLINES[kind]}: ${escape(text)}`.slice(0, SLACK_TEXT_MAX),
    blocks: [
      { type: 'section', text: { type: 'mrkdwn', text: head } },
      ...(text === ''
        ? []
        : [{ type: 'section', text: { type: 'plain_text', text: text.slice(0, SLACK_TEXT_MAX), emoji: false } }]),
    ],
  };
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** A bar would end the address. */
const link = (url: string, label: string) => `<${url}|${escape(label.replaceAll('|', '¦').slice(0, 300))}>`;
