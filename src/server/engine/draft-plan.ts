import type { Id } from '#contract/fields.ts';
import type { PlanDraft } from '#contract/plan-draft.ts';
import type { Extraction } from '#contract/requirement.ts';
import { readRequirements, readTaskLimit } from '#server/plan/index.ts';
import type { EngineContext } from './context.ts';
import type { DraftProgress, Planner, TokenUsage } from './planner.ts';
import { openChunks } from './queries.ts';
import { brokenDraft, nothingToPlan } from './rules.ts';
import { validateDraft } from './validate-draft.ts';

interface Drafting {
  projectId: Id;
  content: string;
  planner: Planner;
  signal: AbortSignal;
  progress(progress: DraftProgress): Promise<void>;
  spent(usage: TokenUsage): void;
}

export interface Drafted {
  extraction: Extraction;
  draft: PlanDraft;
}

/** Reads a PRD and lets a planner draft from it. Takes as long as it takes, with no transaction open; writes nothing. */
export async function draftPlan(ctx: EngineContext, drafting: Drafting): Promise<Drafted> {
  const { projectId, content, planner, signal, progress, spent } = drafting;
  const previous = await readRequirements(ctx.db, projectId);
  const maxTasks = await readTaskLimit(ctx);
  const draftWithin = planner.name === 'embedded' ? maxTasks : undefined;
  const extraction = await ctx.engine.extract(content, previous?.found ?? [], { actor: ctx.actor, draftWithin });
  const { draft, usage } = await planner.draft({
    projectId,
    content,
    extraction,
    maxTasks,
    signal,
    chunks: openChunks(ctx.db, projectId),
    progress,
    spent,
  });
  if (usage !== null) spent(usage);
  signal.throwIfAborted();
  const checked = validateDraft(draft, extraction);
  if ('faults' in checked) {
    ctx.log.warn({ planner: planner.name, model: planner.model, faults: checked.faults }, 'a draft was refused');
    throw brokenDraft(planner.name, checked.faults);
  }
  if (checked.draft.tasks.length === 0) throw nothingToPlan();
  return { extraction, draft: checked.draft };
}
