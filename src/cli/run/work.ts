import { RUN_EXCEPT_MAX } from '#contract/constants.ts';
import type { ClaimedForRun } from '#contract/run-work.ts';
import { Refusal } from '../ask-server.ts';
import { Failure } from '../failure.ts';
import type { Agent } from './agent.ts';
import { sayClock } from './clock-time.ts';
import { type LeftTask, tidyLeft } from './left-tasks.ts';
import type { Relay } from './relay.ts';
import { explainScope } from './require-ground.ts';
import { QUICK_MAX, restUntil } from './rules.ts';
import { isLost } from './server-calls.ts';
import { type TaskEnd, workOnTask } from './work-on-task.ts';
import { openOwnTree } from './worktree/index.ts';

const ASK_AGAIN_MS = 5_000;
const PAUSED_MS = 5_000;

/** One agent: task after task, until there is nothing to take any more. */
export async function work(relay: Relay, agent: Agent): Promise<void> {
  const { now } = relay.ground;
  const seen = { quick: 0, rests: 0 };
  for (;;) {
    const may = relay.mayTake();
    if (may === 'wait') {
      agent.enter('free', now(), 'paused');
      relay.screen?.moved(agent);
      await relay.waitForNews(PAUSED_MS);
      continue;
    }
    if (may !== 'yes') {
      // Whoever asked for the stop may take it back while somebody still works.
      if (may === 'stopped' && relay.stopping === 'finish' && relay.isAnyoneAtWork) {
        agent.enter('free', now(), 'finishing');
        await relay.waitForNews(PAUSED_MS);
        continue;
      }
      relay.endWith(may);
      break;
    }
    const claimed = await claimNext(relay, agent);
    if (claimed === 'over') break;
    if (claimed === 'nothing') continue;
    const end = await workOnTask(relay, agent, claimed.task, claimed.left);
    agent.drop();
    agent.enter('free', now());
    relay.wake();
    if (!(await goOn(relay, agent, end, seen))) break;
  }
  agent.enter('free', now(), relay.stopping === undefined ? 'ended' : 'stopped');
}

type Claimed = { task: ClaimedForRun; left: LeftTask | undefined } | 'nothing' | 'over';

/** The next task: first what an earlier runner left, then whatever is ready. */
async function claimNext(relay: Relay, agent: Agent): Promise<Claimed> {
  const { calls, run, options, now } = relay.ground;
  const left = relay.takeLeft(agent.name);
  const leftover = left === undefined ? await findLeftover(relay) : undefined;
  if (leftover !== undefined) {
    relay.fail(leftover);
    return 'over';
  }
  relay.taken += 1;
  try {
    const asked = left === undefined ? askedFor(relay) : { number: left.number };
    const { claimed, waiting, is_over } = await calls.claim(run, { worker: agent.name, ...asked }, relay.stopNow);
    if (claimed !== null) {
      if (claimed.task.number === left?.number) return { task: claimed, left };
      // It held another one already, which it was restarted with.
      if (left !== undefined) relay.left.push(left);
      return { task: claimed, left: relay.takeLeft(agent.name, claimed.task.number) };
    }
    relay.taken -= 1;
    if (left !== undefined) return await dropLeft(relay, left, waiting);
    if (is_over && !relay.isAnyoneAtWork) {
      relay.endWith('nothing_ready');
      relay.wake();
      return 'over';
    }
    agent.enter('free', now(), waiting);
    relay.screen?.moved(agent);
    await relay.waitForNews(ASK_AGAIN_MS);
    return 'nothing';
  } catch (error) {
    relay.taken -= 1;
    if (relay.stopNow.aborted) return 'nothing';
    if (left !== undefined && error instanceof Refusal) return dropLeft(relay, left, error.message);
    relay.fail(explain(error, options.only));
    return 'over';
  }
}

/** In the person's own folder the next task would be mixed with what the one before left unfinished. */
async function findLeftover({ ground, results }: Relay): Promise<Failure | undefined> {
  if (ground.options.isLinked || results.length === 0) return undefined;
  try {
    await openOwnTree(ground.repository);
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const before = results.at(-1);
    const whose = before === undefined ? 'They are' : `They are the unfinished work on T${before.number}`;
    return new Failure(
      `${error.message} ${whose}: commit them, or put them away with git stash -u, and run again. With --worktrees each task has a folder of its own.`,
    );
  }
}

/**
 * Without the tasks that this run's agents are still at: one that its agent has put back by itself is ready at once, while
 * its client still runs in the working tree, and before the run knows that it was given back.
 */
function askedFor({ ground: { options }, givenBack, agents }: Relay) {
  const atWork = agents.flatMap(({ task }) => (task === undefined ? [] : [task.number]));
  const except = [...new Set([...givenBack, ...atWork])].slice(-RUN_EXCEPT_MAX);
  return {
    ...(options.only === undefined ? {} : { only: options.only }),
    ...(except.length === 0 ? {} : { except }),
  };
}

async function dropLeft(relay: Relay, left: LeftTask, why: string): Promise<'nothing'> {
  const kept = await tidyLeft(relay.ground.repository, relay.ground.journal, left);
  if (kept !== undefined) relay.screen?.say(`T${left.number} is not taken up again (${why}); ${kept} stays.`);
  return 'nothing';
}

const explain = (error: unknown, only: string | undefined): Error => {
  if (isLost(error)) return new Failure('The server does not know this run any more, or its project is gone.');
  const said = explainScope(error, only);
  return said instanceof Error ? said : new Failure(String(said));
};

/** What the end of a task means for its agent; false: it takes no more. */
async function goOn(
  relay: Relay,
  agent: Agent,
  end: TaskEnd,
  seen: { quick: number; rests: number },
): Promise<boolean> {
  seen.quick = end.kind === 'quick' ? seen.quick + 1 : 0;
  if (seen.quick >= QUICK_MAX) {
    relay.fail(
      new Failure(
        `${agent.client.name} failed at once ${QUICK_MAX} times in a row: ${end.kind === 'quick' ? end.reason : ''}. Try it by hand, then run again.`,
      ),
    );
    return false;
  }
  if (end.kind !== 'rest') {
    if (end.kind === 'over') seen.rests = 0;
    return true;
  }
  // Nothing was done, so it does not count towards --tasks.
  relay.taken -= 1;
  await rest(relay, agent, restUntil(end.until, seen.rests, relay.ground.now()));
  seen.rests += 1;
  return true;
}

/** Holds nothing while its account may use no more. */
async function rest(relay: Relay, agent: Agent, until: Date): Promise<void> {
  const { now } = relay.ground;
  const isOver = () => now() >= until || ['stopped', 'until', 'tasks', 'budget'].includes(relay.mayTake());
  agent.enter('waiting_for_limit', now(), `usage limit, goes on at ${sayClock(until)}`);
  relay.screen?.moved(agent);
  while (!isOver()) await relay.waitForNews(Math.min(60_000, Math.max(0, until.getTime() - now().getTime())));
}
