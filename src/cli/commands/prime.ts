import { callTool } from '../call-tool.ts';
import { type Command, given, print, requirePlace } from '../command.ts';
import { EXIT } from '../failure.ts';

/** Where the project stands: what an agent reads first. */
export const prime: Command = {
  options: { since: { type: 'string' }, budget: { type: 'string' } },
  async run(call) {
    call.args.take(0);
    const { to, project } = requirePlace(call);
    const input = given({ since: call.args.number('since'), budget: call.args.number('budget') });
    const { text, data } = await callTool(to, project, 'orient', input);
    print(call, text, data);
    return EXIT.fine;
  },
};
