import type { PlanOp } from '#contract/tools.ts';
import { askPerson, isAtTerminal } from '../ask-person.ts';
import { type Command, print } from '../command.ts';
import { EXIT, UsageError } from '../failure.ts';
import { sendEdit } from '../send-edit.ts';

/** Deletes tasks with their subtasks, after listing them for confirmation. */
export const rm: Command = {
  options: { yes: { type: 'boolean', short: 'y' } },
  async run(call) {
    const { args } = call;
    if (args.words.length === 0) throw new UsageError('Which task?');
    const ops = args.words.map((id): PlanOp => ({ op: 'remove', id }));
    if (!args.is('yes')) {
      if (args.is('json') || !isAtTerminal()) throw new UsageError('Nobody can be asked here: say --yes to remove it');
      const { lines } = await sendEdit(call, ops, true);
      const answer = await askPerson(`${lines.join('\n')}\nRemove this with everything below it? y/n`, 'n');
      if (!/^y(?:es)?$/i.test(answer)) {
        print(call, 'Nothing was changed.', null);
        return EXIT.fine;
      }
    }
    const removed = await sendEdit(call, ops);
    const undo = `baton checkpoint restore ${removed.checkpoint ?? ''} brings it back.`;
    print(call, [...removed.lines, undo].join('\n'), removed);
    return EXIT.fine;
  },
};
