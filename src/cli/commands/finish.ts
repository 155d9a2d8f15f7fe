import type { FinishOutcome } from '#contract/plan.ts';
import type { Project } from '#contract/project.ts';
import type { CheckSeen, Verification } from '#contract/proof.ts';
import type { ToolInput } from '#server/agent/tools/index.ts';
import { Refusal, askServer } from '../ask-server.ts';
import { callTool } from '../call-tool.ts';
import { type Call, type Command, given, print, requirePlace } from '../command.ts';
import { EXIT, Failure, UsageError } from '../failure.ts';
import { readHead, readWork } from '../read-git.ts';
import { readText } from '../read-text.ts';
import { type Claimed, claimedTask, forgetBaton, rememberBaton, requireBaton } from '../remember-baton.ts';
import { runVerification } from '../run-verification.ts';
import { findWorkingTree } from '../working-tree.ts';

interface Finished {
  task: { number: number };
  next?: Claimed | null;
}

const SUMMARY = {
  summary: { type: 'string', short: 'm' },
  baton: { type: 'string' },
  commit: { type: 'string' },
  branch: { type: 'string' },
  pr: { type: 'string' },
} as const;

/** Finishes a task as done. */
export const done: Command = {
  options: {
    ...SUMMARY,
    files: { type: 'string', multiple: true },
    evidence: { type: 'string' },
    check: { type: 'string', multiple: true },
    verify: { type: 'boolean' },
    next: { type: 'boolean' },
    skip: { type: 'boolean' },
  },
  async run(call) {
    const { args } = call;
    const [name] = args.take(0, 1);
    const outcome = args.is('skip') ? 'skip' : 'done';
    const summary = args.text('summary');
    if (summary === undefined) throw new UsageError('--summary is missing: what was done');
    const files = args.list('files').flatMap(splitFiles);
    const checks = args.list('check').map(readCheck);
    return finish(call, name, outcome, {
      summary: readText(summary),
      ...given({
        files: files.length === 0 ? undefined : files,
        evidence: args.text('evidence'),
        checks: checks.length === 0 ? undefined : checks,
        claim_next: args.is('next') ? true : undefined,
      }),
    });
  },
};

/** Releases a task. */
export const release: Command = {
  options: SUMMARY,
  run(call) {
    const [name] = call.args.take(0, 1);
    return finish(call, name, 'release', { summary: readText(call.args.text('summary') ?? 'no reason was given') });
  },
};

/** Marks a task as blocked, with the reason. */
export const block: Command = {
  options: SUMMARY,
  run(call) {
    const [name] = call.args.take(0, 1);
    const summary = call.args.text('summary');
    if (summary === undefined) throw new UsageError('--summary is missing: why it cannot go on');
    return finish(call, name, 'block', { summary: readText(summary) });
  },
};

/** Releases the task with a question to a person. */
export const ask: Command = {
  options: { ...SUMMARY, option: { type: 'string', multiple: true } },
  run(call) {
    const { args } = call;
    const [first = '', ...rest] = args.words;
    const isTask = /^[tT#]?\d+$|^[0-9a-f-]{36}$/i.test(first);
    const question = (isTask ? rest : args.words).join(' ');
    if (question === '') throw new UsageError('The question is missing');
    const summary = args.text('summary');
    const options = args.list('option');
    return finish(call, isTask ? first : undefined, 'ask', {
      question: readText(question),
      ...given({
        summary: summary === undefined ? undefined : readText(summary),
        // The server splits "label: consequence".
        options: options.length === 0 ? undefined : (options as unknown as ToolInput<'task_finish'>['options']),
      }),
    });
  },
};

type Said = Omit<ToolInput<'task_finish'>, 'id' | 'baton' | 'outcome'>;

async function finish(call: Call, name: string | undefined, outcome: FinishOutcome, said: Said): Promise<number> {
  const { args } = call;
  const { to, project } = requirePlace(call);
  const { id, baton, held } = requireBaton(call, project, name, args.text('baton'));
  // The holder's own name, so that a loss of this baton is reported to this call.
  const as = { ...to, agent: to.agent ?? held?.agent, token: baton };
  const folder = findWorkingTree(call.environment, call.folder);
  const verification = args.is('verify') ? await verify(call, folder) : undefined;
  const work = outcome === 'skip' ? {} : await readWork(folder, held?.head);
  const finishing = callTool<Finished>(as, project, 'task_finish', {
    id,
    baton,
    outcome,
    ...said,
    ...work,
    ...given({ commit: args.text('commit'), branch: args.text('branch'), pr: args.text('pr'), verification }),
  });
  const { text, data } = await finishing.catch((error: unknown) => {
    // A stale token is forgotten; one given by hand may have been mistyped.
    const isGone = error instanceof Refusal && error.type === 'STALE_LOCK' && args.text('baton') === undefined;
    if (isGone && held !== undefined) forgetBaton(call, project, held.number);
    throw error;
  });
  forgetBaton(call, project, data.task.number);
  if (data.next !== undefined && data.next !== null)
    rememberBaton(call, project, claimedTask(data.next, await readHead(folder)));
  print(call, text, data);
  return EXIT.fine;
}

/** If verification fails the task is not finished, and stays with its holder. */
async function verify(call: Call, folder: string): Promise<Verification> {
  const { to, project } = requirePlace(call);
  const settings = await askServer<Project>(to, { method: 'GET', path: `/api/projects/${project}` });
  if (settings.verify_command === null)
    throw new Failure('This project has no command to verify with. Set one: baton project --verify "npm test".');
  const ended = await runVerification(settings, folder);
  if (ended.exit_code === 0) return ended;
  throw new Failure(
    `${settings.verify_command} failed with exit code ${ended.exit_code} after ${ended.seconds} s, so the task is not finished and stays yours.`,
  );
}

/** `--check 2="It floats"` */
function readCheck(value: string): CheckSeen {
  const [, n = '', seen = ''] = /^(\d{1,3})\s*[=:]\s*(.+)$/s.exec(value) ?? [];
  if (seen === '')
    throw new UsageError(`--check takes the place of a check and what was seen, such as 2="It floats"; not ${value}`);
  return { n: Number(n), seen };
}

/** `--files a.ts,b.ts` and `--files a.ts --files b.ts` are equivalent. */
const splitFiles = (files: string): string[] =>
  files
    .split(',')
    .map((file) => file.trim())
    .filter((file) => file !== '');
