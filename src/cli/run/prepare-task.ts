import { Failure } from '../failure.ts';
import { readHead } from '../read-git.ts';
import { treeOf } from './left-tasks.ts';
import { type TaskWork, enter, note, throwIfOver } from './task-work.ts';
import { lastLines, setUp } from './verify/index.ts';
import { openOwnTree, openWorktree } from './worktree/index.ts';

const SHOWN_LINES = 20;

/** It would fail for every task: the run ends with what was printed. */
class SetUpFailed extends Failure {}

/** The working tree of the task, set up once. */
export async function prepareTask(work: TaskWork): Promise<void> {
  const { relay, agent, claimed, entry } = work;
  const { repository, options, project } = relay.ground;
  enter(work, 'setting_up');
  const { number, title } = claimed.task;
  // The own tree of a task that is taken up again has changes, which are its own.
  const ownAgain = options.isLinked ? undefined : treeOf(repository, entry);
  const base = entry.base;
  if (options.isLinked && base === null) throw new Failure('There is no branch to work from: name one with --base.');
  work.tree =
    ownAgain ??
    (options.isLinked && base !== null
      ? await openWorktree(repository, { projectId: project.id, number, title, base })
      : await openOwnTree(repository));
  const { folder, branch } = work.tree;
  agent.branch = branch ?? undefined;
  agent.worktree = folder;
  const begun = entry.begun ?? (await readHead(options.isLinked && base !== null ? repository.root : folder)) ?? null;
  note(work, { worktree: folder, branch, begun });
  if (options.setup === undefined) return;
  throwIfOver(work);
  note(work, { stage: 'setting_up' });
  const { guard } = relay.ground;
  let child: number | undefined;
  const ran = await setUp(options.setup, folder, {
    timeoutMinutes: project.verify_timeout_minutes,
    onLine: (line) => agent.tail.add(line),
    onStarted(pid) {
      child = pid;
      guard.watch(pid);
    },
    signal: work.signal,
  });
  if (child !== undefined) guard.forget(child);
  throwIfOver(work);
  if (ran !== undefined && ran.exit_code !== 0)
    throw new SetUpFailed(
      `${options.setup} ended with ${ran.exit_code} in ${folder}, so no task can be worked on:\n${lastLines(ran.output, SHOWN_LINES)}`,
    );
}
