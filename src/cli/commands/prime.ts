import { callTool } from '../call-tool.ts';
import { type Command, given, print, requirePlace } from '../command.ts';
import { EXIT } from '../failure.ts';
import { runHook } from '../hooks/run-hook.ts';
import { lastVisit, rememberVisit } from '../remember-visit.ts';

/** Where the project stands, and what changed since this working tree's last visit: what an agent reads first. */
export const prime: Command = {
  options: {
    since: { type: 'string' },
    budget: { type: 'string' },
    hook: { type: 'string' },
    plugin: { type: 'boolean' },
  },
  async run(call) {
    call.args.take(0);
    const { args, environment, folder } = call;
    const client = args.text('hook');
    if (client !== undefined) return runHook(call, client, 'session-start');
    const { to, project } = requirePlace(call);
    const since = args.number('since') ?? lastVisit(environment, folder, project);
    const input = given({ since, budget: args.number('budget') });
    const { text, data } = await callTool<{ seq: number }>(to, project, 'orient', input);
    print(call, text, data);
    rememberVisit(environment, folder, project, data.seq);
    return EXIT.fine;
  },
};
