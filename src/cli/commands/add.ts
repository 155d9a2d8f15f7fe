import type { PlanOp } from '#contract/tools.ts';
import { type Command, given } from '../command.ts';
import { EXIT, UsageError } from '../failure.ts';
import { readText } from '../read-text.ts';
import { printEdit, sendEdit } from '../send-edit.ts';

const NEW = 'new';

export const add: Command = {
  options: {
    under: { type: 'string' },
    list: { type: 'string' },
    after: { type: 'string' },
    first: { type: 'boolean' },
    check: { type: 'string', multiple: true },
    depends: { type: 'string', multiple: true },
    description: { type: 'string' },
  },
  async run(call) {
    const { args } = call;
    if (args.words.length === 0) throw new UsageError('The title is missing');
    const description = args.text('description');
    const checks = args.list('check');
    const task: PlanOp = {
      op: 'add',
      ref: NEW,
      title: args.words.join(' '),
      ...given({
        parent: args.text('under'),
        list: args.text('list'),
        after: args.text('after'),
        first: args.is('first') ? true : undefined,
        description: description === undefined ? undefined : readText(description),
        checks: checks.length === 0 ? undefined : checks,
      }),
    };
    const waits = args.list('depends').flatMap((names) => names.split(','));
    const edited = await sendEdit(call, [
      task,
      ...waits.map((on): PlanOp => ({ op: 'depend', id: NEW, on: on.trim() })),
    ]);
    printEdit(call, edited);
    return EXIT.fine;
  },
};
