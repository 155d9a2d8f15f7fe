import type { Check } from '#contract/task.ts';
import type { PlanOp } from '#contract/tools.ts';
import { callTool } from '../call-tool.ts';
import { type Call, type Command, given, requirePlace } from '../command.ts';
import { EXIT, UsageError } from '../failure.ts';
import { readText } from '../read-text.ts';
import { printEdit, sendEdit } from '../send-edit.ts';

/** Changes one task; omitted fields keep their value. */
export const edit: Command = {
  options: {
    title: { type: 'string' },
    description: { type: 'string' },
    check: { type: 'string', multiple: true },
    'add-check': { type: 'string', multiple: true },
    status: { type: 'string' },
    blocked: { type: 'string' },
  },
  async run(call) {
    const { args } = call;
    const [id = ''] = args.take(1);
    const status = readStatus(args.text('status'));
    const description = args.text('description');
    const fields = given({
      title: args.text('title'),
      description: description === undefined ? undefined : readText(description),
      checks: await checksFor(call, id),
      status,
      blocked: args.text('blocked'),
    });
    if (Object.keys(fields).length === 0)
      throw new UsageError(
        'Nothing to change: say a --title, --description, --check, --add-check, --status or --blocked',
      );
    printEdit(call, await sendEdit(call, [{ op: 'update', id, ...fields }]));
    return EXIT.fine;
  },
};

/** The new checks: existing ones keep their tick. */
async function checksFor(call: Call, id: string): Promise<PlanOp['checks']> {
  const wanted = call.args.list('check');
  const added = call.args.list('add-check');
  if (wanted.length === 0 && added.length === 0) return undefined;
  const { to, project } = requirePlace(call);
  const { data } = await callTool<{ checks: Check[] }>(to, project, 'task_get', { id });
  const known = new Map(data.checks.map((check) => [check.text, check]));
  const kept = wanted.length === 0 ? data.checks : wanted.filter((text) => text.trim() !== '');
  return [...kept, ...added].map((check) => (typeof check === 'string' ? (known.get(check.trim()) ?? check) : check));
}

function readStatus(said: string | undefined): 'open' | 'done' | undefined {
  if (said === undefined || said === 'open' || said === 'done') return said;
  throw new UsageError('--status is open or done');
}
