import * as relay from '#contract/relay.ts';
import * as work from '#contract/run-work.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import { askRun } from './ask-run.ts';
import { beatRun } from './beat-run.ts';
import { endRun } from './end-run.ts';
import { finishForRun } from './finish-for-run.ts';
import { getRunOutput } from './get-run-output.ts';
import { getRunView } from './get-run-view.ts';
import { listRunResults, listRuns } from './list-runs.ts';
import { readRunTask } from './read-run-task.ts';
import { retryRunTask } from './retry-run-task.ts';
import { startRun } from './start-run.ts';

/** The doors of runs; a claim answers a brief as agents read it, so its door is theirs. */
export function addRelayRoutes(mount: Mount): void {
  mount(work.startRun, startRun);
  mount(work.beatRun, beatRun);
  mount(work.readRunTask, readRunTask);
  mount(work.retryRunTask, retryRunTask);
  mount(work.finishForRun, finishForRun);
  mount(work.endRun, endRun);
  mount(relay.askRun, askRun);
  mount(relay.getRunView, getRunView);
  mount(relay.getRunOutput, getRunOutput);
  mount(relay.listRuns, listRuns);
  mount(relay.listRunResults, listRunResults);
}
