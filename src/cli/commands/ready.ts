import { callTool } from '../call-tool.ts';
import { type Command, given, print, requirePlace } from '../command.ts';
import { EXIT } from '../failure.ts';

/** Lists claimable tasks. */
export const ready: Command = {
  options: { limit: { type: 'string' }, cursor: { type: 'string' } },
  async run(call) {
    call.args.take(0);
    const { to, project } = requirePlace(call);
    const page = given({ limit: call.args.number('limit'), cursor: call.args.text('cursor') });
    const { text, data } = await callTool<{ tasks: unknown[] }>(to, project, 'plan_read', { status: 'ready', ...page });
    print(call, text, data);
    return data.tasks.length === 0 ? EXIT.nothingReady : EXIT.fine;
  },
};
