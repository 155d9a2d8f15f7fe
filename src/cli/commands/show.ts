import { callTool } from '../call-tool.ts';
import { type Command, given, print, requirePlace } from '../command.ts';
import { EXIT } from '../failure.ts';

export const show: Command = {
  options: { budget: { type: 'string' } },
  async run(call) {
    const [id = ''] = call.args.take(1);
    const { to, project } = requirePlace(call);
    const input = { id, ...given({ budget: call.args.number('budget') }) };
    const { text, data } = await callTool(to, project, 'task_get', input);
    print(call, text, data);
    return EXIT.fine;
  },
};
