import { PLAN_OPS_MAX } from '#contract/constants.ts';
import type { Plan } from '#contract/plan.ts';
import type { PlanOp, ToolInput } from '#contract/tools.ts';
import { askServer } from '../ask-server.ts';
import { callTool } from '../call-tool.ts';
import { type Command, print, requirePlace } from '../command.ts';
import { EXIT, Failure, UsageError } from '../failure.ts';
import { planOps } from '../plan-file/plan-ops.ts';
import { readMarkdownPlan } from '../plan-file/read-markdown-plan.ts';
import { readTextFile } from '../read-text-file.ts';
import type { SignedIn } from '../settings.ts';
import { reasonOf } from '../user-config.ts';

type Edit = Pick<ToolInput<'plan_edit'>, 'ops' | 'base_seq'>;

/** Sends a plan file: all of it or nothing. */
export const plan: Command = {
  options: { 'dry-run': { type: 'boolean' } },
  async run(call) {
    const [word, file = ''] = call.args.take(2);
    if (word !== 'push') throw new UsageError('A plan is something to push');
    const { to, project } = requirePlace(call);
    const text = read(file);
    const edit = /^\s*[[{]/.test(text) ? readOps(text, file) : await readMarkdown(to, project, text);
    if (edit.ops.length === 0) {
      print(call, 'The plan already says what the file says. Nothing was changed.', { ops: 0 });
      return EXIT.fine;
    }
    if (edit.ops.length > PLAN_OPS_MAX)
      throw new Failure(
        `${file} makes ${edit.ops.length} edits, and ${PLAN_OPS_MAX} can be made as one. Nothing was changed: push it in parts.`,
      );
    const isTrial = call.args.is('dry-run');
    const { text: answer, data } = await callTool(to, project, 'plan_edit', {
      ...edit,
      ...(isTrial ? { dry_run: true } : {}),
    });
    print(call, answer, data);
    return EXIT.fine;
  },
};

function read(file: string): string {
  try {
    return readTextFile(file === '-' ? 0 : file);
  } catch (error) {
    throw new Failure(`${file} cannot be read: ${reasonOf(error)}.`);
  }
}

/** Worked out from the plan as it is now, and refused when that has changed in between. */
async function readMarkdown(to: SignedIn, project: string, text: string): Promise<Edit> {
  const tasks = readMarkdownPlan(text);
  if (tasks.length === 0) throw new Failure('There is no task in this file; a task is a line such as “- [ ] Title”.');
  const now = await askServer<Plan>(to, { method: 'GET', path: `/api/projects/${project}/plan` });
  return { ops: planOps(tasks, now), base_seq: now.seq };
}

/** The ops of plan_edit as JSON: a list of them, or `{ "ops": […], "base_seq": N }`. The server checks them. */
function readOps(text: string, file: string): Edit {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Failure(`${file} is not valid JSON.`);
  }
  if (Array.isArray(value)) return { ops: value as PlanOp[] };
  const { ops, base_seq } = value as { ops?: unknown; base_seq?: unknown };
  if (!Array.isArray(ops)) throw new Failure(`${file} holds no ops: a list, or an object with a list called ops.`);
  return { ops: ops as PlanOp[], ...(typeof base_seq === 'number' ? { base_seq } : {}) };
}
