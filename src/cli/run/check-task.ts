import type { Verification } from '#contract/proof.ts';
import { Refusal } from '../ask-server.ts';
import { Failure } from '../failure.ts';
import type { LastTry } from './clients/index.ts';
import { beginConflict, integrate } from './integrate/index.ts';
import { finishDone, finishMerged } from './finish-task.ts';
import { measure } from './measure-task.ts';
import { fence } from './fence.ts';
import { mayAcceptUnchanged, mayResolve, mayTryAgain } from './rules.ts';
import {
  type TaskWork,
  allowAnother,
  enter,
  note,
  subjectOf,
  takeSpent,
  tell,
  throwIfOver,
  tryOf,
} from './task-work.ts';
import { lastLines, runVerify } from './verify/index.ts';
import { type WorkDone, commitAll, dropUncommitted } from './worktree/index.ts';

/** A shell's word for a program that is not there, or may not be executed: no agent can mend that. */
const NOT_RUN = new Set([126, 127]);
const FINDING_LINES = 60;
const SHOWN_LINES = 3;
const FILES_SHOWN = 10;

/** What was delivered is checked, and merged where that is wanted. Answers how the next try is told of this one, if there is one. */
export async function checkTask(work: TaskWork): Promise<LastTry | undefined> {
  try {
    return await checkAndFinish(work);
  } catch (error) {
    // It is not done by the project's rules any more, such as after a person gave it another check.
    if (!(error instanceof Refusal) || error.type !== 'CONFLICT' || !mayTryAgain(work.tried)) throw error;
    await tryAgain(work, error.message);
    return { kind: 'refused', reason: error.message };
  }
}

async function checkAndFinish(work: TaskWork): Promise<LastTry | undefined> {
  const { relay, tree, tried, entry } = work;
  const { options, repository, base } = relay.ground;
  if (tree === undefined) throw new Error('a task without its working tree');
  throwIfOver(work);
  const measured = await measure(work);
  if (!measured.isChanged && !mayAcceptUnchanged(tried)) {
    tried.unchanged += 1;
    await tryAgain(work, 'finished, and nothing had changed');
    return { kind: 'unchanged' };
  }
  // What is verified is a commit, so that what the command leaves behind is not taken for work.
  if (tree.isLinked) await commitAll(tree, subjectOf(work));
  const verification = await verify(work, tree.folder);
  if (verification !== undefined && verification.exit_code !== 0) return failed(work, verification, measured);
  if (tree.isLinked) await dropUncommitted(tree);
  if (!options.mayMerge || !tree.isLinked || base === null || !measured.isChanged) {
    const commit = (await commitAll(tree, subjectOf(work))) ?? (await measure(work)).commit;
    const seen = verification === undefined ? undefined : { ...verification, commit };
    await finishDone(work, { commit: measured.isChanged ? commit : undefined, measured, verification: seen });
    return undefined;
  }
  const { number, title } = work.claimed.task;
  const integrated = await integrate(repository, tree, {
    base,
    number,
    title,
    projectId: relay.ground.project.id,
    verify: relay.ground.verifyCommand === undefined ? undefined : (folder) => requireVerify(work, folder),
    mayMerge: () => mayMerge(work),
    onStage: (stage) => {
      if (stage !== 'verifying') enter(work, 'merging');
      if (stage === 'merging') note(work, { stage: 'merging' });
    },
  });
  throwIfOver(work);
  switch (integrated.kind) {
    case 'merged':
      await finishMerged(work, { ...measured, ...integrated }, integrated.verification ?? verification);
      return undefined;
    case 'failed':
      return failed(work, integrated.verification, measured);
    case 'conflict':
      return conflict(work, integrated.files, entry.base ?? base);
    case 'refused':
      await end(work, 'conflict', integrated.reason, measured);
      // What is wrong with the base is wrong for every task.
      relay.fail(new Failure(`T${number} was not merged: ${integrated.reason}`));
      return undefined;
    case 'lost':
      throw new Error('the baton was lost before its work was merged');
  }
}

async function verify(work: TaskWork, folder: string): Promise<Verification | undefined> {
  return work.relay.ground.verifyCommand === undefined ? undefined : requireVerify(work, folder);
}

async function requireVerify(work: TaskWork, folder: string): Promise<Verification> {
  const { relay, agent } = work;
  const { verifyCommand = '', project, guard } = relay.ground;
  throwIfOver(work);
  enter(work, 'verifying', verifyCommand);
  note(work, { stage: 'verifying' });
  let child: number | undefined;
  try {
    const ran = await runVerify(verifyCommand, folder, {
      timeoutMinutes: project.verify_timeout_minutes,
      signal: work.signal,
      onLine(line) {
        agent.tail.add(line);
        agent.movedAt = relay.ground.now();
        relay.screen?.line(agent, line);
      },
      onStarted(pid) {
        child = pid;
        guard.watch(pid);
      },
    });
    throwIfOver(work);
    return ran;
  } finally {
    if (child !== undefined) guard.forget(child);
  }
}

/** Asked of the server right before the base moves; it waits for a server that is away. */
async function mayMerge(work: TaskWork): Promise<boolean> {
  const { calls, run } = work.relay.ground;
  throwIfOver(work);
  const { state, reason } = await calls.look(run, work.held, work.signal);
  if (state === 'delivered') return true;
  work.relay.lose(work.claimed.task.number, reason);
  throwIfOver(work);
  return false;
}

/** For people: the lines of an output that name a fault, else its last ones. */
function pickLines(output: string): string[] {
  const lines = output.split(/\r?\n/).filter((line) => line.trim() !== '');
  const faults = lines.filter((line) => /\b(error|fail(ed|ure)?|expected|not ok|panic)\b|✗|×/i.test(line));
  return (faults.length > 0 ? faults : lines).slice(-SHOWN_LINES);
}

const sayFailed = ({ command, exit_code: code }: Verification): string => `${command} ended with ${code}`;

async function failed(work: TaskWork, verification: Verification, measured: WorkDone): Promise<LastTry | undefined> {
  const { command, exit_code: exitCode, output } = verification;
  const reason = sayFailed(verification);
  const hasPassed = work.relay.results.some(({ isVerified }) => isVerified);
  if (NOT_RUN.has(exitCode) && !hasPassed)
    throw new Failure(
      `${command} could not be run (it ended with ${exitCode}), so nothing can be verified:\n${lastLines(output, SHOWN_LINES)}`,
    );
  if (mayTryAgain(work.tried)) {
    await tryAgain(work, reason, fence(lastLines(output, FINDING_LINES)), verification);
    return { kind: 'verification', command, exitCode, output };
  }
  await end(work, 'failed', reason, measured, verification);
  return undefined;
}

async function conflict(work: TaskWork, files: readonly string[], base: string): Promise<LastTry | undefined> {
  const { tree, tried } = work;
  if (tree === undefined) return undefined;
  const shown = files.slice(0, FILES_SHOWN).join(', ');
  const reason = `conflicts with ${base} in ${shown}${files.length > FILES_SHOWN ? ` and ${files.length - FILES_SHOWN} more` : ''}`;
  if (!mayResolve(tried)) {
    await end(work, 'conflict', reason, await measure(work));
    return undefined;
  }
  tried.conflicts += 1;
  allowAnother(work);
  await tryAgain(work, reason.slice(0, 500), `Conflicts to resolve:\n\n${fence(files.join('\n'))}`);
  const open = await beginConflict(tree, base);
  return { kind: 'conflict', base, files: open.length > 0 ? open : files };
}

/** The task is taken up again by the same agent, and what went wrong becomes a finding for whoever reads it. */
export async function tryAgain(
  work: TaskWork,
  reason: string,
  finding = '',
  verification: Verification | null = null,
): Promise<void> {
  const { relay, held, tried, signal } = work;
  const details = verification === null ? [] : pickLines(verification.output);
  await relay.ground.calls.retry(
    relay.ground.run,
    { ...held, ...tryOf(work), reason: reason.slice(0, 1_000), finding, verification, ...takeSpent(work) },
    signal,
  );
  tell(work, 'tried_again', reason, { details });
  tried.try += 1;
  note(work, { try: tried.try, untold: tried });
}

/** For good: a person has to look at it. The branch and its working tree stay. */
async function end(
  work: TaskWork,
  outcome: 'failed' | 'conflict',
  reason: string,
  { diff }: WorkDone,
  verification?: Verification,
): Promise<void> {
  const { relay, held, tree, journal, claimed } = work;
  const commit = (await keep(work)) ?? (await measure(work)).commit;
  const output = verification === undefined ? '' : `\n\n${fence(lastLines(verification.output, FINDING_LINES))}`;
  await relay.ground.calls.finish(
    relay.ground.run,
    {
      ...held,
      ...tryOf(work),
      outcome,
      reason: `${reason}${output}`,
      diff,
      commit,
      ...(tree?.branch === null || tree === undefined ? {} : { branch: tree.branch }),
      ...(verification === undefined ? {} : { verification }),
      ...takeSpent(work),
    },
    work.signal,
  );
  const details = verification === undefined ? [] : pickLines(verification.output);
  tell(work, outcome, reason, { diff, details });
  journal.remove(claimed.task.number);
}

/** Commits what is uncommitted on the task's own branch, never on the person's. */
export async function keep(work: TaskWork): Promise<string | undefined> {
  const { tree } = work;
  if (tree === undefined || !tree.isLinked) return undefined;
  return commitAll(tree, `${subjectOf(work)} (not finished)`);
}
