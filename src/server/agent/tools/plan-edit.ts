import { z } from 'zod';
import { PLAN_OPS_MAX } from '#contract/constants.ts';
import { BatonToken, type Id } from '#contract/fields.ts';
import { BUDGET_DEFAULT, PlanOp } from '#contract/tools.ts';
import { type EngineContext, type PlanReport, editPlanWithPrd } from '#server/engine/index.ts';
import { type EditResult, editUsual, withToken } from '#server/plan/index.ts';
import { sayRange } from '#server/prd/index.ts';
import { type Part, composeAnswer, oneLine } from '../rules.ts';
import { type Answer, type UsualAnswer, defineTool, writing } from '../tool.ts';

const Input = z.strictObject({
  ops: z.array(PlanOp).min(1).max(PLAN_OPS_MAX),
  dry_run: z.boolean().optional(),
  base_seq: z.int().min(0).optional(),
  baton: BatonToken.optional(),
});
type Input = z.infer<typeof Input>;

const editOf = ({ ops, dry_run: dryRun = false, base_seq: baseSeq }: Input) => ({ ops, dryRun, baseSeq });

/** Applies all ops or none, and reports how the plan covers the PRD. */
async function answerPlanEdit(ctx: EngineContext, projectId: Id, input: Input): Promise<Answer> {
  return sayResult(await editPlanWithPrd(withToken(ctx, input.baton), projectId, editOf(input)));
}

/** Fast path for a single task's texts or status. */
async function answerUsual(ctx: EngineContext, projectId: Id, input: Input): Promise<UsualAnswer | undefined> {
  const edited = await editUsual(withToken(ctx, input.baton), projectId, editOf(input));
  return edited && { answer: sayResult(edited.result), held: edited.held };
}

function sayResult(result: EditResult<PlanReport>): Answer {
  const head = result.isDryRun
    ? `Dry run, nothing was changed (numbers are what they would be; cursor ${result.seq}):`
    : `Done. cursor ${result.seq}`;
  const text = composeAnswer(
    [
      { rank: 0, lines: [head] },
      {
        rank: 0,
        lines: result.checkpoint === null ? [] : [`Checkpoint ${result.checkpoint} was saved first.`],
      },
      { rank: 1, lines: result.circles.map((way) => `Circle, would be refused: ${way}`) },
      ...(result.report === undefined ? [] : partsOf(result.report)),
      { rank: 8, lines: result.lines, more: (left) => `(${left} more lines)` },
    ],
    BUDGET_DEFAULT,
    'plan_read shows the plan',
  );
  return { text, data: result };
}

export const planEditTool = defineTool({
  name: 'plan_edit',
  description:
    'Edit the plan, all or nothing. add: title, parent or list, after, ref. move: parent or list, after. depend: on. split: tasks (titles), brief. list_add: name, brief. PRD lines ("40-52,60") a task answers; role, requirement_add: lines. dry_run: diff, coverage, faults.',
  annotations: writing('Edit plan'),
  input: Input,
  untaught: ['base_seq', 'ops.blocked', 'ops.first', 'ops.notes', 'ops.section', 'ops.requirements'],
  answer: answerPlanEdit,
  answerUsual,
});

/** Coverage and problems, the most severe first. */
function partsOf(report: PlanReport): Part[] {
  const { unplanned, twice, toDecide, openBoxes, unchecked, crowded } = report;
  const tasks = ({ count, shown }: PlanReport['unchecked'], say: (task: (typeof shown)[number]) => string) =>
    sayFew(shown.map(say), count);
  return [
    { rank: 0, lines: [sayCoverage(report)] },
    {
      rank: 2,
      title: `Without a task: ${unplanned.count}`,
      lines: unplanned.shown.map(({ id, start_line, end_line, text }) => {
        return `  ${sayRange(start_line, end_line)} ${id}: ${oneLine(text, 100)}`;
      }),
      hidden: unplanned.count - unplanned.shown.length,
      more: (left) => `  (${left} more: plan_read prd)`,
    },
    {
      rank: 3,
      title: `To decide (role, or ask the person): ${toDecide.count}`,
      lines: toDecide.shown.map(({ start_line, end_line, heading }) => {
        return `  ${sayRange(start_line, end_line)} ${oneLine(heading, 80)}`;
      }),
      hidden: toDecide.count - toDecide.shown.length,
      more: (left) => `  (${left} more: plan_read prd)`,
    },
    {
      rank: 4,
      title: `Answered twice: ${twice.count}`,
      lines: twice.shown.map(({ id, start_line, end_line, numbers }) => {
        return `  ${sayRange(start_line, end_line)} ${id}: ${numbers.map((number) => `T${number}`).join(' ')}`;
      }),
      hidden: twice.count - twice.shown.length,
      more: (left) => `  (${left} more)`,
    },
    { rank: 5, lines: tasks(unchecked, ({ number }) => `T${number}`).map((list) => `No check: ${list}`) },
    {
      rank: 5,
      lines: tasks(crowded, ({ number, checks }) => `T${number} (${checks})`).map(
        (list) => `Too many checks for one task: ${list}`,
      ),
    },
    {
      rank: 6,
      lines: sayFew(openBoxes.shown.map(String), openBoxes.count).map(
        (list) => `Open boxes that are not work, lines ${list}`,
      ),
    },
  ];
}

/** "96 of 96 work lines planned · 2 to decide". */
const sayCoverage = ({ planned, work, coverage }: PlanReport): string =>
  `${planned} of ${work} work lines planned${coverage.to_decide === 0 ? '' : ` · ${coverage.to_decide} to decide`}`;

function sayFew(shown: readonly string[], count: number): string[] {
  if (count === 0) return [];
  const left = count - shown.length;
  return [`${shown.join(' ')}${left > 0 ? ` +${left}` : ''}`];
}
