import { FILENAME_DEFAULT } from '#contract/constants.ts';
import type { AnswerOf } from '#contract/endpoint.ts';
import type { getPrd, savePrd, setPrdRoles } from '#contract/prd.ts';
import type { SettableRole } from '#contract/requirement.ts';
import { askServer } from '../ask-server.ts';
import { type Call, type Command, print, requirePlace } from '../command.ts';
import { EXIT, Failure, UsageError } from '../failure.ts';
import { fileNameOf } from '../file-name-of.ts';
import { readTextFile } from '../read-text-file.ts';
import { reasonOf } from '../user-config.ts';
import { sumUp } from './coverage.ts';
import { listLines, writeLines } from './prd-lines.ts';

type Saved = AnswerOf<typeof savePrd>;
type Prd = AnswerOf<typeof getPrd>;
type Roles = AnswerOf<typeof setPrdRoles>;

const ROLES: readonly SettableRole[] = ['work', 'context', 'limit', 'done'];
const READER = 'reader';

/** Stores the PRD, and shows or sets the roles of its lines. */
export const prd: Command = {
  options: { under: { type: 'string' }, section: { type: 'boolean' } },
  async run(call) {
    const [word] = call.args.words;
    if (word === 'push') return push(call);
    if (word === 'show') return show(call);
    if (word === 'role') return setRole(call);
    throw new UsageError('A PRD is something to push, to show, or to give a role');
  },
};

async function push(call: Call): Promise<number> {
  const [, file = ''] = call.args.take(2);
  const { to, project } = requirePlace(call);
  const body = { content: read(file), filename: file === '-' ? FILENAME_DEFAULT : fileNameOf(file) };
  const saved = await askServer<Saved>(to, { method: 'PUT', path: `/api/projects/${project}/prd`, body, isRead: true });
  print(call, describeSaved(saved), saved);
  return EXIT.fine;
}

function read(file: string): string {
  try {
    return readTextFile(file === '-' ? 0 : file);
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${reasonOf(error)}.`);
  }
}

export function describeSaved({ version, isNew, coverage }: Saved): string {
  const { lines, planned, to_decide } = coverage;
  const next =
    lines.work === 0
      ? 'No line of it asks for work: baton prd show says what each is taken for'
      : planned === 0
        ? 'Draft the plan: ask your agent to, or baton plan push FILE, or plan it on the PRD page'
        : planned < lines.work
          ? 'What has no task: baton coverage'
          : undefined;
  return [
    isNew ? `Stored as version ${version}.` : `Version ${version} says the same already. Nothing was changed.`,
    `${sumUp(coverage)}.`,
    ...(next === undefined ? [] : [`Next: ${next}.`]),
    ...(to_decide === 0
      ? []
      : ['To decide: baton prd show marks unsure lines; baton prd role work|context|limit LINES.']),
  ].join('\n');
}

async function show(call: Call): Promise<number> {
  call.args.take(1);
  const { to, project } = requirePlace(call);
  const found = await askServer<Prd>(to, { method: 'GET', path: `/api/projects/${project}/prd` });
  if (found === null) {
    print(call, 'This project has no PRD. Store one: baton prd push FILE', null);
    return EXIT.fine;
  }
  const under = call.args.text('under')?.replace(/^§/u, '');
  const section = under === undefined ? undefined : found.sections.find(({ ref }) => ref === under);
  if (under !== undefined && section === undefined) {
    const some = found.sections.slice(0, 20).map(({ ref }) => ref);
    throw new Failure(
      `The PRD has no section ${under}. It has ${some.join(', ')}${found.sections.length > 20 ? ', …' : ''}.`,
    );
  }
  const lines = listLines(found, section);
  const { version, filename, coverage } = found;
  print(call, `PRD version ${version} (${filename}): ${sumUp(coverage)}\n${writeLines(lines)}`, {
    version,
    filename,
    coverage,
    lines,
  });
  return EXIT.fine;
}

async function setRole(call: Call): Promise<number> {
  const [, role = '', where = ''] = call.args.take(3);
  const wanted = ROLES.find((each) => each === role);
  if (wanted === undefined && role !== READER)
    throw new UsageError(`A role is ${ROLES.join(', ')} or ${READER}, not ${role}`);
  const ranges = where.split(',').map(readRange);
  const { to, project } = requirePlace(call);
  const scope = call.args.is('section') ? 'section' : 'block';
  const roles = ranges.map((lines) => ({ lines, scope, role: wanted ?? null }));
  const path = `/api/projects/${project}/prd/roles`;
  const set = await askServer<Roles>(to, { method: 'PATCH', path, body: { roles }, isRead: true });
  const what = role === READER ? 'is the reader’s to judge again' : `is ${role} now`;
  const changed = set.undo.length === 0 ? 'Nothing was changed.' : `What stands on ${where} ${what}.`;
  print(call, `${changed} ${sumUp(set.coverage)}.`, set);
  return EXIT.fine;
}

/** "40-52" or "12". */
function readRange(text: string): { start: number; end: number } {
  const found = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(text.trim());
  if (found === null) throw new UsageError(`Lines are numbers such as 40-52 or 12,15-17; not ${text}`);
  const start = Number(found[1]);
  return { start, end: Number(found[2] ?? start) };
}
