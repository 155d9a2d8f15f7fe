import { callTool } from '../call-tool.ts';
import { type Command, given, print, requirePlace } from '../command.ts';
import { EXIT } from '../failure.ts';
import { readHead } from '../read-git.ts';
import { type Claimed, claimedTask, rememberBaton, sessionOf } from '../remember-baton.ts';

/** Claims a task, or the next ready one, and stores its token for this working tree. */
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
    // Every working tree is a holder of its own, by session.
    const as = { ...to, session: sessionOf(call, { isMade: true }) };
    const { text, data } = await callTool<Claimed | null>(as, project, 'task_claim', input);
    if (data !== null) rememberBaton(call, project, claimedTask(data, await readHead(call.folder)));
    print(call, text, data);
    return data === null ? EXIT.nothingReady : EXIT.fine;
  },
};
