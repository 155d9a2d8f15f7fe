import type { AnswerOf } from '#contract/endpoint.ts';
import type { getCoverage } from '#contract/prd.ts';
import type { Coverage } from '#contract/requirement.ts';
import { askServer } from '../ask-server.ts';
import { type Command, print, requirePlace } from '../command.ts';
import { EXIT } from '../failure.ts';

type Found = AnswerOf<typeof getCoverage>;

const OPEN_SHOWN = 40;
const OPEN_TOLD = 100;
const TEXT_MAX = 100;

/** How many lines of the PRD the plan covers, and which are not planned. */
export const coverage: Command = {
  async run(call) {
    call.args.take(0);
    const { to, project } = requirePlace(call);
    const found = await askServer<Found>(to, { method: 'GET', path: `/api/projects/${project}/coverage` });
    print(call, describeCoverage(found), found);
    return EXIT.fine;
  },
};

export function describeCoverage(found: Found): string {
  if (found.version === null)
    return 'This project has no PRD, so there is nothing to cover. Store one: baton prd push FILE';
  const { version, in_progress, finished, changed, orphaned_tasks, lines, open } = found;
  const { context, limit, done, unsure } = lines;
  const shown = open.slice(0, OPEN_SHOWN);
  const left = open.length - shown.length;
  return [
    `PRD version ${version}: ${sumUp(found)}`,
    `Of the planned lines ${in_progress} in progress, ${finished} finished, ${changed} changed since; ${orphaned_tasks} orphaned tasks.`,
    `Other lines: ${context} context, ${limit} limits, ${done} done already, ${unsure} unsure.`,
    ...(shown.length === 0 ? [] : ['To look at:']),
    ...shown.map(({ id, state, start_line, text }) => `  ${id} (${state}, line ${start_line}) ${cut(text)}`),
    ...(left > 0
      ? [`  (${open.length === OPEN_TOLD ? `at least ${left}` : left} more: --json shows up to ${OPEN_TOLD})`]
      : []),
  ].join('\n');
}

/** "96 of 96 work lines planned · 2 sections to decide" */
export function sumUp({ lines, planned, to_decide }: Coverage): string {
  const sections = to_decide === 1 ? 'section' : 'sections';
  const decide = to_decide === 0 ? '' : ` · ${to_decide} ${sections} to decide`;
  return `${planned} of ${lines.work} work lines planned${decide}`;
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= TEXT_MAX ? line : `${line.slice(0, TEXT_MAX - 1).toWellFormed()}…`;
}
