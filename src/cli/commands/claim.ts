import { callTool } from '../call-tool.ts';
import { type Command, given, print, requirePlace } from '../command.ts';
import { EXIT } from '../failure.ts';
import { type Claimed, rememberBaton } from '../remember-baton.ts';

/** Takes the baton for a task, or for the next ready one, and remembers its number. */
export const claim: Command = {
  options: { takeover: { type: 'boolean' }, reason: { type: 'string' } },
  async run(call) {
    const [id] = call.args.take(0, 1);
    const { to, project } = requirePlace(call);
    const input = given({
      id,
      agent: to.agent,
      takeover: call.args.is('takeover') ? true : undefined,
      reason: call.args.text('reason'),
    });
    const { text, data } = await callTool<Claimed | null>(to, project, 'task_claim', input);
    if (data !== null) rememberBaton(call.environment, project, data);
    print(call, text, data);
    return data === null ? EXIT.nothingReady : EXIT.fine;
  },
};
