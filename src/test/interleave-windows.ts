import { expect } from 'vitest';
import { type LockProject, WHY, readLosses, readRefusal, readTaken } from './lock-calls.ts';
import { type LockOp, type LockResult, type LockState, isAnswer, newLock, stepLock } from './lock-model.ts';
import { type Answered, PROGRAM, type Window } from './window.ts';

/** What a window believes, and its identity in the model. */
interface Seat {
  window: Window;
  /** In the model: one per session; windows without one are the same program. */
  by: string;
  mine: { task: number; token: string } | undefined;
  /** Every token it was ever given. */
  told: string[];
}

/** A baton that was lost, and how its holder is identified. */
interface Loss {
  fence: number;
  by: string | undefined;
  token: string;
}

interface Stage {
  seats: Seat[];
  project: LockProject;
  random(): number;
  /** The task of a note, by the tool's answer. */
  findNoted(text: string): Promise<number | null>;
  /** A person reopens a finished task. */
  reopen(task: number): Promise<void>;
}

let sessions = 0;
const nameOf = ({ hasSession }: Window): string => {
  if (!hasSession) return PROGRAM;
  sessions += 1;
  return `${PROGRAM}#${sessions}`;
};

export const takeSeat = (window: Window): Seat => ({ window, by: nameOf(window), mine: undefined, told: [] });

/**
 * Windows of one program act in random order; each answer is compared with the model's only right one. No window ever
 * sees a token given to another.
 */
export function createInterleaving(stage: Stage, slots: number) {
  let state: LockState = newLock(stage.project.taskIds.length, slots);
  let losses: Loss[] = [];
  const journal: string[] = [];
  const below = (limit: number) => Math.floor(stage.random() * limit);
  const any = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const holds = (seat: Seat) => {
    const { mine } = seat;
    return mine !== undefined && state.held.some(({ fence }) => fence === fenceOf(mine.token)) ? mine : undefined;
  };

  /** Calls a tool, and checks that the window was told exactly its own losses, and no token of another. */
  async function call(seat: Seat, tool: string, args: Record<string, unknown>): Promise<Answered> {
    const kept = seat.window.keepsToken ? seat.mine?.token : undefined;
    const token = typeof args['baton'] === 'string' ? args['baton'] : kept;
    const due = losses.filter((loss) => loss.by === seat.by || loss.token === token);
    losses = losses.filter((loss) => !due.includes(loss));
    const answer = await seat.window.call(tool, args);
    journal.push(`${seat.by} ${tool} ${JSON.stringify(args)}: ${answer.text.split('\n').slice(0, 3).join(' / ')}`);
    expect(new Set(readLosses(answer))).toEqual(new Set(due.map(({ fence }) => fence)));
    expect(readLosses(answer)).toHaveLength(due.length);
    for (const other of stage.seats)
      if (other !== seat) for (const secret of other.told) expect(answer.text).not.toContain(secret.split('.')[1]);
    return answer;
  }

  /** One step of the model, with the losses it causes. */
  function step(op: LockOp, result: LockResult, sent?: string): void {
    const { next, result: due } = stepLock(state, op);
    expect(isAnswer(result, due), `${JSON.stringify(op)}: ${JSON.stringify(result)}; due ${JSON.stringify(due)}`).toBe(
      true,
    );
    if (op.do === 'claim' || op.do === 'claimNext')
      for (const { fence, by } of state.held) {
        const token = stage.project.tokens.get(fence);
        if (token === undefined || next.held.some((each) => each.fence === fence)) continue;
        // A takeover from its own session is known; from its own name it may be another window, identified by the
        // token.
        if (by !== op.by) losses.push({ fence, by, token });
        else if (by === PROGRAM && token !== sent) losses.push({ fence, by: undefined, token });
      }
    state = next;
  }

  async function claim(seat: Seat, op: Extract<LockOp, { do: 'claim' | 'claimNext' }>): Promise<void> {
    const args =
      op.do === 'claimNext'
        ? {}
        : { id: `T${op.task}`, ...(op.takeover === true ? { takeover: true, reason: WHY } : {}) };
    const answer = await call(seat, 'task_claim', args);
    const result = readResult(stage.project, answer);
    step(op, result, seat.window.keepsToken ? seat.mine?.token : undefined);
    if (result.is !== 'taken') return;
    const token = stage.project.tokens.get(result.fence) ?? '';
    seat.mine = { task: result.task, token };
    seat.told.push(token);
  }

  async function finish(seat: Seat, task: number, token: string, outcome: 'done' | 'release'): Promise<void> {
    const args = { id: `T${task}`, baton: token, outcome, summary: 'Worked on it.' };
    const answer = await call(seat, 'task_finish', args);
    const fence = fenceOf(token);
    const isGuess = stage.project.tokens.get(fence) !== token;
    const result: LockResult = answer.isError ? readResult(stage.project, answer) : { is: 'ok' };
    const held = state.held.find((each) => each.fence === fence && each.task === task && !isGuess);
    expect(result.is === 'ok', 'a finish goes through for the holder’s token and for no other').toBe(
      held !== undefined,
    );
    step({ do: 'finish', task, fence, outcome, ...(isGuess ? { isGuess } : {}) }, result);
    if (seat.mine?.token === token) seat.mine = undefined;
  }

  async function orient(seat: Seat): Promise<void> {
    // A window without a session must send its token; one with a session need not.
    const token = seat.window.hasSession ? undefined : seat.mine?.token;
    const { text } = await call(seat, 'orient', token === undefined ? {} : { baton: token });
    const shown = [...text.matchAll(/^Baton: yours: T(\d+) /gm)].map(([, number]) => Number(number));
    const mine = holds(seat);
    expect(shown).toEqual(mine === undefined ? [] : [mine.task]);
  }

  async function note(seat: Seat): Promise<void> {
    const token = seat.mine?.token;
    const { text } = await call(seat, 'note', { type: 'finding', body: 'Wet.', ...(token && { baton: token }) });
    const isKnown = seat.window.hasSession || token !== undefined;
    if (isKnown) expect(await stage.findNoted(text)).toBe(holds(seat)?.task ?? null);
  }

  const act = async (seat: Seat) => {
    const { mine, by } = seat;
    const task = below(stage.project.taskIds.length) + 1;
    const old = seat.told.filter((token) => token !== mine?.token);
    const guess = () => `${Math.max(1, state.fence)}.aaaaaaaa`;
    const choices: [number, () => Promise<void>][] = [
      [3, () => orient(seat)],
      [2, () => note(seat)],
      [3, () => claim(seat, { do: 'claim', task, by })],
      [2, () => claim(seat, { do: 'claimNext', by })],
      [3, () => claim(seat, { do: 'claim', task, by, takeover: true })],
      [2, () => finish(seat, task, old.length > 0 ? any(old) : guess(), 'done')],
      [1, () => finish(seat, state.held[0]?.task ?? task, guess(), 'done')],
      [1, () => refuseNumber(seat, state.held[0]?.task ?? task)],
      [1, () => restart(seat)],
      [1, () => openAgain(task)],
      ...(mine === undefined
        ? []
        : [
            [3, () => finish(seat, mine.task, mine.token, 'done')] as [number, () => Promise<void>],
            [2, () => finish(seat, mine.task, mine.token, 'release')] as [number, () => Promise<void>],
          ]),
    ];
    let left = stage.random() * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, choose] of choices) {
      left -= weight;
      if (left < 0) return choose();
    }
    return undefined;
  };

  async function refuseNumber(seat: Seat, task: number): Promise<void> {
    const args = { id: `T${task}`, baton: state.fence, outcome: 'done', summary: 'Worked on it.' };
    const { text, isError } = await call(seat, 'task_finish', args);
    expect([isError, text]).toEqual([true, expect.stringContaining('the number alone proves nothing')]);
  }

  async function restart(seat: Seat): Promise<void> {
    journal.push(`${seat.by} begins anew`);
    await seat.window.restart();
    if (seat.window.keepsToken) return;
    seat.mine = undefined;
    seat.by = nameOf(seat.window);
  }

  async function openAgain(task: number): Promise<void> {
    if (state.tasks[task - 1] !== 'done') return;
    await stage.reopen(task);
    step({ do: 'reopen', task }, { is: 'ok' });
  }

  return async (steps: number): Promise<void> => {
    try {
      for (let done = 0; done < steps; done += 1) await act(any(stage.seats));
    } catch (error) {
      throw new Error(`after these calls:\n${journal.slice(-25).join('\n')}`, { cause: error });
    }
  };
}

const fenceOf = (token: string): number => Number(token.split('.', 1)[0]);

function readResult(project: LockProject, { text, isError }: Answered): LockResult {
  if (!isError) return readTaken(project, text);
  const [, type = '', said = ''] = /^([A-Z_]+): ([\s\S]*)$/.exec(text) ?? [];
  return readRefusal(type, said);
}
