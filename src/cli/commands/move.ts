import { type Command, given } from '../command.ts';
import { EXIT, UsageError } from '../failure.ts';
import { printEdit, sendEdit } from '../send-edit.ts';

/** Moves a task with its subtasks. */
export const move: Command = {
  options: {
    under: { type: 'string' },
    list: { type: 'string' },
    after: { type: 'string' },
    first: { type: 'boolean' },
  },
  async run(call) {
    const { args } = call;
    const [id = ''] = args.take(1);
    const place = given({
      parent: args.text('under'),
      list: args.text('list'),
      after: args.text('after'),
      first: args.is('first') ? true : undefined,
    });
    if (Object.keys(place).length === 0)
      throw new UsageError('Where to? Say --under T4, --list NAME, --after T3 or --first');
    printEdit(call, await sendEdit(call, [{ op: 'move', id, ...place }]));
    return EXIT.fine;
  },
};
