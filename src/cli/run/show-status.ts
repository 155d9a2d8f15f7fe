import type { RunView } from '#contract/relay.ts';
import { askServer } from '../ask-server.ts';
import { type Call, print } from '../command.ts';
import { EXIT, Failure } from '../failure.ts';
import { requireProject, requireSignedIn } from '../settings.ts';
import { sayDuration } from './clock-time.ts';
import { oneLine } from './display/index.ts';
import { listRuns, runIsAlive } from './journal/index.ts';
import { relayPath } from './relay-path.ts';
import { listWorktrees, openRepository } from './worktree/index.ts';

/** What runs in this repository: from its own files, and from the server where that answers. */
export async function showStatus(call: Call): Promise<number> {
  const to = requireSignedIn(call.settings);
  const project = requireProject(call.settings);
  const repository = await openRepository(call.folder);
  const local = listRuns(repository).filter((run) => run.projectId === project && run.endedAt === null);
  const trees = (await listWorktrees(repository)).filter((tree) => tree.projectId === project);
  const view = await askServer<RunView>(to, { method: 'GET', path: relayPath(project) }).catch((error: unknown) =>
    error instanceof Failure ? error : new Failure(`${to.url} does not answer.`),
  );
  const now = Date.now();
  const since = (at: string) => sayDuration(now - Date.parse(at));
  const lines = local.flatMap((run) => {
    const state = runIsAlive(run)
      ? `at work since ${since(run.startedAt)}, process ${run.pid}`
      : `its runner is gone; baton run goes on with it`;
    return [`Run ${run.runId}: ${state}`, ...run.workers.flatMap((worker) => sayWorker(worker, since))];
  });
  const elsewhere = (view instanceof Failure ? [] : view.runs).filter(
    ({ run }) => run.ended_at === null && !local.some(({ runId }) => runId === run.id),
  );
  const said = [
    ...(lines.length === 0 ? ['No run is at work in this repository.'] : lines),
    ...elsewhere.map(
      ({ run }) =>
        `Another run is at work on ${oneLine(run.host)} since ${since(run.started_at)} (${run.clients.join(', ')}).`,
    ),
    ...(view instanceof Failure ? [view.message] : [`${view.ready} ready, ${view.results_total} results.`]),
    ...trees.map(({ number, branch, folder, isThere }) => `T${number}: ${branch}${isThere ? ` in ${folder}` : ''}`),
  ];
  print(call, said.join('\n'), { local, trees, relay: view instanceof Failure ? null : view });
  return EXIT.fine;
}

/** The file is this program's own, perhaps of another version. */
function sayWorker(worker: unknown, since: (at: string) => string): string[] {
  if (typeof worker !== 'object' || worker === null) return [];
  const fields = worker as Record<string, unknown>;
  const text = (name: string) => (typeof fields[name] === 'string' ? oneLine(fields[name]) : '');
  const task = typeof fields['number'] === 'number' ? `T${fields['number']} ${text('title')}` : '';
  const state = text('since') === '' ? text('state') : `${text('state')} ${since(text('since'))}`;
  return [`  ${[text('name'), task, state, text('note'), text('branch')].filter((part) => part !== '').join('  ')}`];
}
