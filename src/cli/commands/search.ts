import { callTool } from '../call-tool.ts';
import { type Command, given, print, requirePlace } from '../command.ts';
import { EXIT, UsageError } from '../failure.ts';

export const search: Command = {
  options: { limit: { type: 'string' }, cursor: { type: 'string' } },
  async run(call) {
    const { args } = call;
    if (args.words.length === 0) throw new UsageError('Search for what?');
    const { to, project } = requirePlace(call);
    const page = given({ limit: args.number('limit'), cursor: args.text('cursor') });
    const { text, data } = await callTool(to, project, 'plan_read', { q: args.words.join(' '), ...page });
    print(call, text, data);
    return EXIT.fine;
  },
};
