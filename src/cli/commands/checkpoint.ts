import { callTool } from '../call-tool.ts';
import { type Command, given, print, requirePlace } from '../command.ts';
import { EXIT, UsageError } from '../failure.ts';

/** Saves, lists, compares and restores snapshots of the plan. */
export const checkpoint: Command = {
  async run(call) {
    const [action, named] = call.args.take(1, 2);
    if (action !== 'save' && action !== 'list' && action !== 'diff' && action !== 'restore')
      throw new UsageError('A checkpoint is something to save, list, diff or restore');
    if (action === 'list' && named !== undefined) throw new UsageError(`${named} is one word too many`);
    if ((action === 'diff' || action === 'restore') && named === undefined)
      throw new UsageError('Which one? Name its id or name; baton checkpoint list shows them');
    const { to, project } = requirePlace(call);
    const which = given(action === 'save' ? { name: named } : { id: named });
    const { text, data } = await callTool(to, project, 'checkpoint', { action, ...which });
    print(call, text, data);
    return EXIT.fine;
  },
};
