import type { FinishOutcome } from '#contract/plan.ts';
import { Refusal } from '../ask-server.ts';
import { callTool } from '../call-tool.ts';
import { type Call, type Command, given, print, requirePlace } from '../command.ts';
import { EXIT, UsageError } from '../failure.ts';
import { type Claimed, forgetBaton, readText, rememberBaton, requireBaton } from '../remember-baton.ts';

interface Finished {
  task: { number: number };
  next?: Claimed | null;
}

const SUMMARY = { summary: { type: 'string', short: 'm' }, baton: { type: 'string' } } as const;

/** Ends the work on a task as done. */
export const done: Command = {
  options: {
    ...SUMMARY,
    files: { type: 'string', multiple: true },
    evidence: { type: 'string' },
    next: { type: 'boolean' },
    skip: { type: 'boolean' },
  },
  run: (call) => finish(call, call.args.is('skip') ? 'skip' : 'done', undefined),
};

/** Puts a task back for whoever comes next. */
export const release: Command = {
  options: SUMMARY,
  run: (call) => finish(call, 'release', 'no reason was given'),
};

/** Says that a task cannot go on, and why. */
export const block: Command = {
  options: SUMMARY,
  run: (call) => finish(call, 'block', undefined),
};

async function finish(call: Call, outcome: FinishOutcome, otherwise: string | undefined): Promise<number> {
  const { args, environment } = call;
  const [name] = args.take(0, 1);
  const summary = args.text('summary') ?? otherwise;
  if (summary === undefined) throw new UsageError('--summary is missing: what was done, or why it cannot go on');
  const { to, project } = requirePlace(call);
  const held = requireBaton(environment, project, name, args.number('baton'));
  // The holder's own name, so that what happened to this baton is told to the call that ends it.
  const as = { ...to, agent: to.agent ?? held.agent };
  const finishing = callTool<Finished>(as, project, 'task_finish', {
    id: held.id,
    baton: held.baton,
    outcome,
    summary: readText(summary),
    ...given({
      files: args.list('files').length === 0 ? undefined : args.list('files').flatMap(splitFiles),
      evidence: args.text('evidence'),
      claim_next: args.is('next') ? true : undefined,
    }),
  });
  const { text, data } = await finishing.catch((error: unknown) => {
    // A number that is no longer good is not worth remembering; one that was said by hand may have been mistyped.
    const isGone = error instanceof Refusal && error.type === 'STALE_LOCK' && args.number('baton') === undefined;
    if (isGone && held.number !== undefined) forgetBaton(environment, project, held.number);
    throw error;
  });
  forgetBaton(environment, project, data.task.number);
  if (data.next !== undefined && data.next !== null) rememberBaton(environment, project, data.next);
  print(call, text, data);
  return EXIT.fine;
}

/** `--files a.ts,b.ts` and `--files a.ts --files b.ts` say the same. */
const splitFiles = (files: string): string[] =>
  files
    .split(',')
    .map((file) => file.trim())
    .filter((file) => file !== '');
