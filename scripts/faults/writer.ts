import { setTimeout as wait } from 'node:timers/promises';
import { type Caller, type Outcome, callRest, callTool } from './call-server.ts';
import type { FaultServer } from './fault-server.ts';
import type { KnownTask, Ledger } from './ledger.ts';
import type { Tally } from './tally.ts';

const PAUSE_MS = 100;
const NOTES = 2;
/** Large enough that rows need new pages every few writes, which a full disk cannot give. */
const FILLING = ' and then some more'.repeat(40);

export interface Stage {
  servers: readonly FaultServer[];
  ledger: Ledger;
  tally: Tally;
  isOver(): boolean;
}

/** A call failed: the round is abandoned and restarted at another server. */
class GivenUp extends Error {}

/** Reopens, claims, annotates, renames and finishes one task in a loop, whatever happens to the servers. */
export async function write(stage: Stage, caller: Caller, task: KnownTask, place: number): Promise<void> {
  for (let round = place; !stage.isOver(); round += 1) {
    try {
      await writeRound(stage, caller, task, round);
    } catch (error) {
      if (!(error instanceof GivenUp)) throw error;
      await wait(PAUSE_MS);
    }
  }
}

/** Round robin, skipping a server that has reported not ready while another has not. */
function chooseServer({ servers }: Stage, round: number): string {
  const own = servers[round % servers.length];
  return (own?.isOut === true ? servers.find(({ isOut }) => !isOut) : undefined)?.url ?? own?.url ?? '';
}

async function writeRound(stage: Stage, caller: Caller, task: KnownTask, round: number): Promise<void> {
  const { ledger, tally } = stage;
  const isTool = caller.name.startsWith('mcp');
  const rest = (method: string, path: string, body: object) =>
    callRest(chooseServer(stage, round), caller, [method, path], body);
  const tool = (name: string, args: object) => callTool(chooseServer(stage, round), caller, task.projectId, name, args);
  const ask = async (what: string, call: Promise<Outcome>, settle: (outcome: Outcome) => void): Promise<unknown> => {
    const outcome = await call;
    settle(outcome);
    tally.add(what, outcome);
    if (outcome.is !== 'acknowledged') throw new GivenUp();
    return outcome.data;
  };
  const askStatus = (what: string, status: string, call: Promise<Outcome>) =>
    ask(what, call, (outcome) => ledger.settle(task.status, status, outcome));

  await reopen();
  const token = await claim({});
  for (let count = 0; count < NOTES; count += 1) {
    const words = ledger.newWords('Written', caller.name);
    const body = `${words}:${FILLING}`;
    const call = isTool
      ? tool('note', { type: 'progress', body, task: `T${task.number}` })
      : rest('POST', `/api/projects/${task.projectId}/notes`, { type: 'PROGRESS', body, task_id: task.id });
    await ask('note', call, (outcome) => ledger.settleText(words, outcome));
  }
  const title = ledger.newWords('Named', caller.name);
  await ask('rename', rest('PATCH', `/api/tasks/${task.id}`, { title, baton: token }), (outcome) => {
    ledger.settle(task.title, title, outcome);
    if (outcome.is === 'acknowledged') ledger.titles.push(title);
  });
  const summary = ledger.newWords('Written', caller.name);
  const finish = { baton: token, outcome: 'done', summary };
  const finished = isTool
    ? tool('task_finish', { id: `T${task.number}`, ...finish })
    : rest('POST', `/api/tasks/${task.id}/finish`, finish);
  await ask('finish', finished, (outcome) => {
    ledger.settle(task.status, 'done', outcome);
    ledger.settleText(summary, outcome);
  });

  async function claim(takeover: object): Promise<string> {
    const asked =
      isTool && !('takeover' in takeover)
        ? tool('task_claim', { id: `T${task.number}` })
        : rest('POST', `/api/tasks/${task.id}/claim`, takeover);
    const data = await askStatus('claim', 'wip', asked);
    const given = typeof data === 'string' ? /baton (\d+\.\w+),/.exec(data)?.[1] : (data as { token: string }).token;
    if (given === undefined) throw new Error(`a claim without a baton: ${JSON.stringify(data)}`);
    task.baton = `${task.projectId} ${given.split('.')[0]}`;
    ledger.batons.push(task.baton);
    return given;
  }

  /**
   * After a lost connection the writer may still hold the task, or its lease may have expired: takes it over, and
   * reopens it.
   */
  async function reopen(): Promise<void> {
    const outcome = await rest('PATCH', `/api/tasks/${task.id}`, { status: 'open' });
    ledger.settle(task.status, 'open', outcome);
    if (outcome.is === 'refused' && ['LOCK_HELD', 'STALE_LOCK'].includes(outcome.type)) {
      const held = await claim({ takeover: true, reason: 'resumed' });
      await askStatus('release', 'open', rest('POST', `/api/tasks/${task.id}/release`, { baton: held }));
      return;
    }
    tally.add('reopen', outcome);
    if (outcome.is !== 'acknowledged') throw new GivenUp();
  }
}
