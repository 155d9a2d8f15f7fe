import type { Command } from '../command.ts';
import { runHook } from '../hooks/run-hook.ts';

/** Run by a client's hooks before its context is compacted and when a turn ends. */
export const hook: Command = {
  options: { plugin: { type: 'boolean' } },
  async run(call) {
    const [client = '', event = ''] = call.args.take(2);
    return runHook(call, client, event);
  },
};
