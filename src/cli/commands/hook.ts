import type { Command } from '../command.ts';
import { runHook } from '../hooks/run-hook.ts';

/** What a client runs by itself when its context is compacted or a turn ends. */
export const hook: Command = {
  options: { plugin: { type: 'boolean' } },
  async run(call) {
    const [client = '', event = ''] = call.args.take(2);
    return runHook(call, client, event);
  },
};
