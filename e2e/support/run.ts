import type { BeatWorker, ClaimedForRun, Obeyed } from '#contract/run-work.ts';
import type { Run, RunResult } from '#contract/run.ts';
import { newId } from '#server/platform/id.ts';
import type { PersonApi } from './person-api.ts';

export interface HeldInRun {
  worker: string;
  claimed: ClaimedForRun;
}

/** What `baton run` says to the server, as a journey says it. */
export interface TestRun {
  id: string;
  claim(worker: string): Promise<HeldInRun>;
  /** What its agents do; lines are counted for each of them. */
  beat(...workers: { held: HeldInRun; fields?: Partial<BeatWorker>; text?: string }[]): Promise<Obeyed>;
  deliver(held: HeldInRun, summary: string): Promise<void>;
  retry(held: HeldInRun, reason: string): Promise<RunResult>;
  finish(held: HeldInRun, outcome: string, fields?: object): Promise<RunResult>;
  end(): Promise<Run>;
}

export async function startRun(api: PersonApi, projectId: string, fields: object = {}): Promise<TestRun> {
  const id = newId();
  const printed = new Map<string, number>();
  const since = new Date().toISOString();
  const send = <T>(verb: string, body: object) => api.send<T>('POST', `/api/runs/${id}/${verb}`, body);
  const of = ({ worker, claimed: { task, token } }: HeldInRun) => ({ worker, task_id: task.id, baton: token });
  const linesOf = (worker: string, text: string | undefined) => {
    if (text === undefined) return null;
    const from = (printed.get(worker) ?? 0) + 1;
    printed.set(worker, from + text.split('\n').length - 1);
    return { from, text };
  };
  await api.send<Run>('POST', `/api/projects/${projectId}/runs`, {
    run_id: id,
    host: 'mira-mbp',
    clients: ['claude-code'],
    parallel: 2,
    base_branch: 'main',
    is_merging: true,
    verify_command: 'npm test',
    ...fields,
  });
  return {
    id,
    claim: async (worker) => {
      const { claimed, waiting } = await send<{ claimed: ClaimedForRun | null; waiting: string }>('claim', { worker });
      if (claimed === null) throw new Error(waiting);
      return { worker, claimed };
    },
    beat: (...workers) =>
      send('beat', {
        workers: workers.map(({ held: { worker, claimed }, fields: more, text }) => ({
          name: worker,
          client: 'claude-code',
          state: 'working',
          since,
          task_id: claimed.task.id,
          number: claimed.task.number,
          title: claimed.task.title,
          task_since: since,
          fence: claimed.baton.fence,
          tries: 3,
          branch: `baton/T${claimed.task.number}`,
          worktree: `.baton/worktrees/T${claimed.task.number}`,
          moves: text === undefined ? 0 : 1,
          lines: linesOf(worker, text),
          ...more,
        })),
      }),
    deliver: ({ claimed: { task, token } }, summary) =>
      api.send('POST', `/api/projects/${projectId}/tools/task_finish`, {
        id: task.id,
        baton: token,
        outcome: 'done',
        summary,
      }),
    retry: (held, reason) => send('retry', { ...of(held), try: 1, tries: 3, reason }),
    finish: (held, outcome, more) => send('finish', { ...of(held), try: 1, tries: 3, outcome, ...more }),
    end: () => send('end', { end: 'nothing_ready' }),
  };
}
