import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LastTry, composePrompt, writeBatonCommand } from './clients/index.ts';
import { startedAt } from './journal/index.ts';
import { type Ended, type NextStep, afterClient } from './rules.ts';
import { startClient } from './start-client.ts';
import { measure } from './measure-task.ts';
import { type TaskWork, enter, note, throwIfOver } from './task-work.ts';
import { type WorkDone, holdTree } from './worktree/index.ts';

const hasMoved = (before: WorkDone, after: WorkDone): boolean =>
  before.commit !== after.commit || before.stat !== after.stat;

/** Starts the client once on the task, and looks at what its agent has said of it when it has ended. */
export async function startOnTask(work: TaskWork, last: LastTry | undefined): Promise<NextStep> {
  const { relay, agent, claimed, held, tried, tree } = work;
  const { calls, run, to, project, options, verifyCommand, guard, now } = relay.ground;
  if (tree === undefined) throw new Error('a task without its working tree');
  throwIfOver(work);
  agent.try = tried.try;
  enter(work, 'working');
  note(work, { stage: 'working', try: tried.try, child: null });
  const before = await measure(work);
  const task = `T${claimed.task.number}`;
  // mkdtemp makes it for the owner alone: the prompt has the token.
  const scratch = mkdtempSync(join(tmpdir(), 'baton-run-'));
  let child: number | undefined;
  try {
    const prompt = composePrompt({
      task,
      token: claimed.token,
      agent: agent.name,
      brief: claimed.brief,
      verifyCommand,
      try: tried.try,
      tries: Math.max(tried.try, tried.tries),
      last,
    });
    const [promptFile, briefFile] = [join(scratch, 'prompt.md'), join(scratch, 'brief.md')];
    writeFileSync(promptFile, prompt, { mode: 0o600 });
    writeFileSync(briefFile, claimed.brief, { mode: 0o600 });
    const plan = agent.client.plan({
      folder: tree.folder,
      scratch,
      prompt,
      promptFile,
      briefFile,
      server: { url: to.url, key: to.key, project: project.id },
      held: { task, token: claimed.token, agent: agent.name },
      allow: options.allow,
      verifyCommand,
      extra: options.extra,
      baton: relay.ground.baton,
    });
    const commands = writeBatonCommand({ baton: relay.ground.baton, scratch });
    const ended = await startClient({
      plan,
      folder: tree.folder,
      commands,
      inputFile: join(scratch, 'input'),
      reader: agent.client.openReader(now),
      stallMs: options.stallMs,
      signal: work.signal,
      onStart(pid) {
        child = pid;
        guard.watch(pid);
        note(work, { child: { pid, startedAt: startedAt(pid) ?? '' } });
      },
      onLine(line) {
        agent.tail.add(line);
        relay.screen?.line(agent, line);
      },
      onMove() {
        agent.movedAt = now();
      },
    });
    relay.spend(ended.tokens, ended.costUsd);
    work.spent = { tokens: ended.tokens, costUsd: ended.costUsd };
    note(work, { child: null });
    await holdOwnTree(work);
    throwIfOver(work);
    const { state, reason } = await calls.look(run, held, work.signal);
    // Not every client says which files it edits.
    const hasWorked = ended.hasWorked || (ended.exitCode !== 0 && hasMoved(before, await measure(work)));
    const seen: Ended = { ...ended, hasWorked, state, reason };
    return afterClient(seen, tried);
  } finally {
    if (child !== undefined) guard.forget(child);
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Its client may have removed the working tree, or cut it from the repository. */
async function holdOwnTree(work: TaskWork): Promise<void> {
  const { relay, claimed, tree, entry } = work;
  const { repository, project, base } = relay.ground;
  const { number, title } = claimed.task;
  if (tree === undefined) return;
  work.tree = await holdTree(repository, tree, {
    projectId: project.id,
    number,
    title,
    base: entry.base ?? base ?? '',
  });
  work.agent.worktree = work.tree.folder;
  note(work, { worktree: work.tree.folder, branch: work.tree.branch });
}
