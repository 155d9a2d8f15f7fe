import type { AnswerOf, InputOf } from '#contract/endpoint.ts';
import type { claimForRun as endpoint } from '#contract/run-work.ts';
import { claimForRun } from '#server/plan/index.ts';
import type { Context } from '#server/platform/context.ts';
import { composeAnswer } from './rules.ts';
import { BRIEF_BUDGET, briefParts, howToGetMore } from './tools/task-get.ts';

/** A claim for an agent of a run, with the brief as the tools answer it, but for the baton: its runner has that. */
export async function claimForRunWithBrief(
  ctx: Context,
  input: InputOf<typeof endpoint>,
): Promise<AnswerOf<typeof endpoint>> {
  const { claimed, ...answer } = await claimForRun(ctx, input);
  if (claimed === null) return { ...answer, claimed };
  const { brief, was_stopped: stopped, ...rest } = claimed;
  const before = stopped === null ? [] : [{ rank: 0, lines: [stopped] }];
  const parts = [...before, ...briefParts(brief, ctx.now(), claimed.handover)];
  return { ...answer, claimed: { ...rest, brief: composeAnswer(parts, BRIEF_BUDGET, howToGetMore(brief)) } };
}
