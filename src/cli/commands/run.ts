import type { Command } from '../command.ts';
import { RUN_OPTIONS, askRun, dryRun, readMode, runRelay, showStatus } from '../run/index.ts';

/** Starts the person's own agents on the tasks of the project, or asks a run that is at work. */
export const runAgents: Command = {
  options: RUN_OPTIONS,
  async run(call) {
    switch (readMode(call.args)) {
      case 'run':
        return runRelay(call);
      case 'dry-run':
        return dryRun(call);
      case 'status':
        return showStatus(call);
      case 'stop':
        return askRun(call, 'finish');
      case 'stop-now':
        return askRun(call, 'stop');
      case 'pause':
        return askRun(call, 'pause');
      case 'resume':
        return askRun(call, 'resume');
      case 'demo':
        return (await import('../run/demo/run-demo.ts')).runDemo(call);
    }
  },
};
