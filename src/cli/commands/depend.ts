import type { Command } from '../command.ts';
import { EXIT, UsageError } from '../failure.ts';
import { printEdit, sendEdit } from '../send-edit.ts';

/** Adds or removes dependencies. */
export const depend: Command = {
  options: { remove: { type: 'boolean' } },
  async run(call) {
    const [id, ...others] = call.args.words;
    if (id === undefined || others.length === 0)
      throw new UsageError('Two tasks at least: the one that waits, and what it waits for');
    const op = call.args.is('remove') ? 'undepend' : 'depend';
    printEdit(
      call,
      await sendEdit(
        call,
        others.map((on) => ({ op, id, on })),
      ),
    );
    return EXIT.fine;
  },
};
