import { PRD_ROLES_MAX } from '#contract/constants.ts';
import type { Id } from '#contract/fields.ts';
import type { PlanDraft } from '#contract/plan-draft.ts';
import type { KeptRole, Reading } from '#contract/requirement.ts';
import { readTaskLimit } from '#server/plan/index.ts';
import { countReading } from '#server/prd/index.ts';
import type { EngineContext } from './context.ts';
import { keepCorrections } from './drafting/index.ts';
import type { DraftProgress, Planner, ReadPrd, TokenUsage } from './planner.ts';
import { openChunks } from './queries.ts';
import { readNextBasis } from './refresh-reading.ts';
import { brokenDraft, countUnanswered, nothingToPlan } from './rules.ts';
import { validateDraft } from './validate-draft.ts';

interface Drafting {
  kind: 'plan' | 'preview';
  projectId: Id;
  content: string;
  planner: Planner;
  signal: AbortSignal;
  progress(progress: DraftProgress): Promise<void>;
  spent(usage: TokenUsage): void;
}

export interface Drafted {
  reading: Reading;
  draft: PlanDraft;
  /** Revision of the PRD's text and roles at the time of reading. */
  revision: number;
  /** Roles set by the planner: stored with the plan, attributed to it. */
  roles: KeptRole[];
}

/** Reads a PRD and lets a planner draft from it. May take minutes, so no transaction is open; writes nothing. */
export async function draftPlan(ctx: EngineContext, drafting: Drafting): Promise<Drafted> {
  const { kind, projectId, content, planner, signal, progress, spent } = drafting;
  const basis = await readNextBasis(ctx, projectId);
  const maxTasks = await readTaskLimit(ctx);
  const wishes = { actor: ctx.actor, kind, maxTasks, ...basis };
  const first = await ctx.engine.read(content, wishes);
  let last: ReadPrd & { roles: KeptRole[] } = { ...first, roles: [] };
  const { draft, usage } = await planner.draft({
    projectId,
    content,
    reading: first.reading,
    builtIn: first.draft,
    async readAgain(corrections) {
      const found = keepCorrections({ content, reading: first.reading }, corrections, {
        label: planner.label,
        at: ctx.now(),
      });
      // Corrections beyond the project's limit are dropped: a plan that was paid for can always be written.
      const roles = withoutSet(found, first.reading).slice(0, Math.max(0, PRD_ROLES_MAX - basis.roles.length));
      const corrected = new Set(roles.map(({ key }) => key));
      const before = basis.roles.filter(({ scope, key }) => scope === 'section' || !corrected.has(key));
      last = { ...(await ctx.engine.read(content, { ...wishes, roles: [...before, ...roles] })), roles };
      return last;
    },
    maxTasks,
    signal,
    chunks: openChunks(ctx.db, projectId),
    progress,
    spent,
  });
  if (usage !== null) spent(usage);
  signal.throwIfAborted();
  const { reading, roles } = last;
  const checked = check(draft, { content, reading, isWhole: planner.name === 'embedded' });
  if ('faults' in checked) {
    ctx.log.warn({ planner: planner.name, model: planner.model, faults: checked.faults }, 'a draft was refused');
    throw brokenDraft(planner.name, checked.faults);
  }
  if (checked.draft.tasks.length === 0) throw nothingToPlan();
  return { reading, draft: checked.draft, revision: basis.revision, roles };
}

/** Roles set by a person or agent are not overridden by a planner; those of an earlier planner are. */
function withoutSet(roles: KeptRole[], { blocks }: Reading): KeptRole[] {
  const isFirm = ({ set_by }: Reading['blocks'][number]) => set_by !== null && set_by.kind !== 'system';
  const set = new Set(blocks.filter(isFirm).map(({ key }) => key));
  return roles.filter(({ key }) => !set.has(key));
}

/** Uncovered work lines are reported; for the built-in planner, which covers all, they are a bug. */
function check(
  value: unknown,
  { content, reading, isWhole }: { content: string; reading: Reading; isWhole: boolean },
): { draft: PlanDraft } | { faults: string[] } {
  const checked = validateDraft(value, reading);
  if ('faults' in checked || checked.draft.tasks.length === 0) return checked;
  const left = countUnanswered(countReading(content, reading).work, checked.draft);
  if (left === 0) return checked;
  const notice = left === 1 ? '1 work line has no task.' : `${left} work lines have no task.`;
  if (isWhole) return { faults: [notice] };
  return { draft: { ...checked.draft, notices: [...checked.draft.notices, notice] } };
}
