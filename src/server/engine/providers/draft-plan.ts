import type { PlanDraft } from '#contract/plan-draft.ts';
import type { DraftInput } from '../planner.ts';
import { applyLinks } from './apply-links.ts';
import type { AskOnce } from './ask-once.ts';
import { coverRest } from './cover-rest.ts';
import { ModelFailure } from './explain-failure.ts';
import { finishDraft } from './finish-draft.ts';
import { fitTasks } from './fit-tasks.ts';
import { pruneDependencies } from './prune-dependencies.ts';
import { type Plan, readPlan } from './read-plan.ts';
import type { Reporter } from './report-progress.ts';
import { runBounded } from './run-bounded.ts';
import { findUncovered, settleRequirements } from './settle-requirements.ts';
import { shapeTree } from './shape-tree.ts';
import { type Chunk, splitSections } from './split-sections.ts';
import { askForLinks, askForRest, askForSection } from './write-prompt.ts';

const AT_ONCE = 3;
const HALVINGS = 2;
const REPAIR_ROUNDS = 2;
/** Beyond this the titles are more than a model looks over with care. */
const LINKED_TASKS_MAX = 1_500;
const OFFERED_LISTS_MAX = 60;

/** What a draft is made with, and what a person should know about it in the end. */
export interface Run {
  ask: AskOnce;
  input: Pick<DraftInput, 'extraction' | 'maxTasks'>;
  chunks: readonly Chunk[];
  reporter: Reporter;
  notices: string[];
}

/**
 * The sections one by one, then what they have to do with each other, then what was left out. Whatever the model says,
 * the result is a valid plan in which every requirement has a task.
 */
export async function draftPlan(run: Run): Promise<PlanDraft> {
  const { input, notices } = run;
  const { requirements } = input.extraction;
  const known = new Set(requirements.map(({ id }) => id));
  const settle = (plan: Plan) => {
    const { plan: settled, invented } = settleRequirements(shapeTree(plan), known);
    if (invented.length > 0) notices.push(`Left out, because the PRD does not ask for it: ${nameSome(invented)}.`);
    return settled;
  };
  const linked = await linkSections(run, settle(await planSections(run)));
  const repaired = settle(await repairCoverage(run, linked));
  const rest = findUncovered(repaired, requirements);
  if (rest.length > 0)
    notices.push(`The model planned nothing for ${nameSome(rest.map(({ id }) => id))}: each has a plain task instead.`);
  const covered = coverRest(repaired, rest, requirements);
  const fitted = fitTasks(covered, input.maxTasks);
  if (fitted !== covered)
    notices.push(`${covered.tasks.length} tasks were merged into ${fitted.tasks.length}, the most a project may have.`);
  return { ...finishDraft(pruneDependencies(fitted), requirements), notices };
}

async function planSections(run: Run): Promise<Plan> {
  run.reporter.say('Reading the requirements', 0);
  const plans = await runBounded(AT_ONCE, [...run.chunks.entries()], async ([place, chunk]) => {
    const plan = await planSection(run, chunk, `c${place}`, (partial) => run.reporter.hear(place, partial));
    run.reporter.finishSection(place, plan.tasks.length, plan.lists.at(-1)?.name ?? null);
    return plan;
  });
  return concat(plans);
}

/** A section whose plan is too long for one answer is planned in halves, and those, if need be, in halves again. */
async function planSection(run: Run, chunk: Chunk, scope: string, listen: (partial: unknown) => void): Promise<Plan> {
  const { extraction, maxTasks } = run.input;
  const { requirements, section } = chunk;
  const share = Math.max(1, Math.floor((maxTasks * requirements.length) / extraction.requirements.length));
  const question = askForSection(extraction, chunk, Math.min(share, requirements.length * 3));
  try {
    return readPlan(await run.ask(question, listen), scope, section);
  } catch (error) {
    const isCut = error instanceof ModelFailure && error.kind === 'cut-answer';
    if (!isCut || requirements.length < 2 || scope.split('.').length > HALVINGS) throw error;
    const middle = Math.ceil(requirements.length / 2);
    const halves = [requirements.slice(0, middle), requirements.slice(middle)];
    const plans = await runBounded(1, [...halves.entries()], ([place, half]) =>
      planSection(run, { section, requirements: half }, `${scope}.${place}`, () => {}),
    );
    return concat(plans);
  }
}

/** What was planned in one request needs no second look: the model had it all before it. */
async function linkSections({ ask, reporter, notices }: Run, plan: Plan): Promise<Plan> {
  const scopes = new Set(plan.tasks.map(({ key }) => key.split('/')[0]));
  if (scopes.size < 2) return plan;
  if (plan.tasks.length > LINKED_TASKS_MAX) {
    notices.push('The plan is too large to look for dependencies between its sections.');
    return plan;
  }
  reporter.say('Looking for dependencies between sections', 88);
  const nameOf = new Map(plan.lists.map(({ key, name }) => [key, name]));
  const titles = plan.tasks.map(({ list, title }, place) => ({ task: place + 1, list: nameOf.get(list) ?? '', title }));
  return applyLinks(plan, await ask(askForLinks(titles)));
}

async function repairCoverage({ ask, input, reporter }: Run, plan: Plan): Promise<Plan> {
  let repaired = plan;
  for (let round = 1; round <= REPAIR_ROUNDS; round += 1) {
    const uncovered = findUncovered(repaired, input.extraction.requirements);
    if (uncovered.length === 0) return repaired;
    reporter.say('Planning what was left out', 90 + round * 3);
    const lists = repaired.lists.filter(({ parent }) => parent === null).slice(0, OFFERED_LISTS_MAX);
    const offered = lists.map(({ key, name }) => ({ key, name }));
    const chunks = [...splitSections({ requirements: uncovered }).entries()];
    const added = await runBounded(AT_ONCE, chunks, async ([place, chunk]) => {
      const answer = await ask(askForRest(input.extraction, chunk.requirements, offered, round));
      return readPlan(answer, `r${round}.${place}`, chunk.section, lists);
    });
    repaired = concat([repaired, ...added]);
  }
  return repaired;
}

const concat = (plans: readonly Plan[]): Plan => ({
  lists: plans.flatMap(({ lists }) => lists),
  tasks: plans.flatMap(({ tasks }) => tasks),
});

const nameSome = (names: readonly string[]): string =>
  names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`;
