import type { RunView } from '#contract/relay.ts';
import type { Run, RunRequest } from '#contract/run.ts';
import { askServer } from '../ask-server.ts';
import { type Call, print } from '../command.ts';
import { EXIT, Failure } from '../failure.ts';
import { requireProject, requireSignedIn } from '../settings.ts';
import { listRuns, runIsAlive } from './journal/index.ts';
import { relayPath } from './relay-path.ts';
import { openRepository } from './worktree/index.ts';

const SAYS: Record<RunRequest, string> = {
  pause: 'pauses: its agents finish their task, and no new one starts',
  resume: 'goes on',
  finish: 'stops after the current tasks',
  stop: 'stops now: batons are handed back, branches and working trees stay',
};

/** Asks the runs of this repository, else the only one of the project, through the server. */
export async function askRun(call: Call, request: RunRequest): Promise<number> {
  const to = requireSignedIn(call.settings);
  const project = requireProject(call.settings);
  const { runs } = await askServer<RunView>(to, { method: 'GET', path: relayPath(project) });
  const running = runs.map(({ run }) => run).filter(({ ended_at: endedAt }) => endedAt === null);
  const own = await listOwn(call.folder);
  const here = running.filter(({ id }) => own.has(id));
  const asked = here.length > 0 ? here : running;
  if (asked.length === 0) throw new Failure('No run is at work in this project.');
  if (here.length === 0 && asked.length > 1)
    throw new Failure(
      `${asked.length} runs are at work, none of them in this repository: ask on the page, or where they were started.`,
    );
  const answers: Run[] = [];
  for (const { id } of asked)
    answers.push(
      await askServer<Run>(to, { method: 'POST', path: `/api/runs/${id}/ask`, body: { request }, isRead: true }),
    );
  const lines = answers.map(
    ({ host, clients, parallel }) => `The run on ${host} (${parallel} × ${clients.join(', ')}) ${SAYS[request]}.`,
  );
  print(call, lines.join('\n'), answers);
  return EXIT.fine;
}

/** None outside a repository: then the project's only run is meant. */
async function listOwn(folder: string): Promise<ReadonlySet<string>> {
  try {
    const repository = await openRepository(folder);
    return new Set(
      listRuns(repository)
        .filter(runIsAlive)
        .map(({ runId }) => runId),
    );
  } catch (error) {
    if (error instanceof Failure) return new Set();
    throw error;
  }
}
