import type { ToolInput } from '#server/agent/tools/index.ts';
import { callTool } from '../call-tool.ts';
import { type Command, given, print, requirePlace } from '../command.ts';
import { EXIT, UsageError } from '../failure.ts';

type Status = NonNullable<ToolInput<'plan_read'>['status']>;
const STATUSES: readonly string[] = ['open', 'wip', 'done', 'ready', 'blocked'] satisfies Status[];
const isStatus = (word: string): word is Status => STATUSES.includes(word);

export const tree: Command = {
  options: {
    status: { type: 'string' },
    depth: { type: 'string' },
    limit: { type: 'string' },
    cursor: { type: 'string' },
  },
  async run(call) {
    const { args } = call;
    const [under] = args.take(0, 1);
    const status = args.text('status');
    if (status !== undefined && !isStatus(status)) throw new UsageError(`--status is one of ${STATUSES.join(', ')}`);
    const { to, project } = requirePlace(call);
    const input = given({
      under,
      status,
      depth: args.number('depth'),
      limit: args.number('limit'),
      cursor: args.text('cursor'),
    });
    const { text, data } = await callTool(to, project, 'plan_read', input);
    print(call, text, data);
    return EXIT.fine;
  },
};
