import type { AnswerOf } from '#contract/endpoint.ts';
import type { getCoverage } from '#contract/generation.ts';
import { askServer } from '../ask-server.ts';
import { type Command, print, requirePlace } from '../command.ts';
import { EXIT } from '../failure.ts';

type Coverage = AnswerOf<typeof getCoverage>;

const OPEN_SHOWN = 40;
const TEXT_MAX = 100;

/** How much of the PRD the plan answers, and which of its requirements nobody has planned. */
export const coverage: Command = {
  async run(call) {
    call.args.take(0);
    const { to, project } = requirePlace(call);
    const found = await askServer<Coverage>(to, { method: 'GET', path: `/api/projects/${project}/coverage` });
    print(call, describeCoverage(found), found);
    return EXIT.fine;
  },
};

export function describeCoverage(found: Coverage): string {
  if (found.version === null) return 'This project has no PRD, so there is nothing to cover.';
  const { version, requirements, covered, percent, done, changed, orphaned_tasks, open } = found;
  const missing = requirements - covered + changed;
  const shown = open.slice(0, OPEN_SHOWN);
  return [
    `PRD version ${version}: ${covered} of ${requirements} requirements covered (${percent ?? 100} %), ${done} done, ${changed} changed since; ${orphaned_tasks} orphaned tasks.`,
    ...(shown.length === 0 ? [] : ['To look at:']),
    ...shown.map(({ id, state, start_line, text }) => `  ${id} (${state}, line ${start_line}) ${cut(text)}`),
    ...(missing > shown.length ? [`  (${missing - shown.length} more: --json shows up to 100)`] : []),
  ].join('\n');
}

function cut(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= TEXT_MAX ? line : `${line.slice(0, TEXT_MAX - 1).toWellFormed()}…`;
}
