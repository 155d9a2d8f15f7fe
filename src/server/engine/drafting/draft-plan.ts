import type { PlanDraft } from '#contract/plan-draft.ts';
import type { Requirement } from '#contract/requirement.ts';
import { draftedLists } from '../drafted-lists.ts';
import type { Correction, ReadPrd } from '../planner.ts';
import { buildPlan, findUncovered } from './build-plan.ts';
import { coverRest } from './cover-rest.ts';
import { draftDetails } from './draft-details.ts';
import { draftOutline, outlineRest } from './draft-outline.ts';
import { finishDraft } from './finish-draft.ts';
import { fitTasks } from './fit-tasks.ts';
import type { Outline } from './gather-outline.ts';
import { pruneDependencies } from './prune-dependencies.ts';
import { pinOthers, settleCorrections } from './settle-corrections.ts';
import { writeDetails } from './write-details.ts';
import type { Run } from './drafting-run.ts';

interface Corrected {
  read: ReadPrd;
  corrections: Correction[];
}

/**
 * The outline, a second request for what it left out, then the texts list by list. Whatever the model answers, the
 * result is a valid plan that covers every requirement.
 */
export async function draftPlan(run: Run): Promise<PlanDraft> {
  const { input, notices, reporter } = run;
  let outline = await draftOutline(run);
  let { read, corrections } = await correct(run, outline);
  const missing = findUncovered(buildPlan(outline, read).plan, read.reading.requirements);
  if (missing.length > 0) {
    outline = await outlineRest(run, outline, read, missing);
    ({ read, corrections } = await correct(run, outline, { read, corrections }));
  }
  const { plan, invented } = buildPlan(outline, read);
  const { requirements } = read.reading;
  const rest = findUncovered(plan, requirements);
  const putOff = new Set(
    read.draft.tasks.filter(({ parked }) => parked).flatMap(({ requirement_ids }) => requirement_ids),
  );
  const covered = coverRest(plan, rest, { requirements, putOff });
  const fitted = pruneDependencies(fitTasks(covered, input.maxTasks));
  reporter.list(draftedLists(fitted, () => false));

  if (corrections.length > 0) notices.push(sayCorrections(corrections));
  if (invented.length > 0) notices.push(`Left out, because the PRD does not ask for it: ${nameSome(invented)}.`);
  if (rest.length > 0)
    notices.push(`The model left out ${countLines(rest)}: plain tasks under their own headings hold them.`);
  if (fitted.tasks.length < covered.tasks.length)
    notices.push(`${covered.tasks.length} tasks were merged into ${fitted.tasks.length}, the most a project may have.`);

  const answers = await draftDetails(run, fitted, read.reading);
  const described = writeDetails(fitted, answers, read.reading);
  return { ...finishDraft(described, requirements), is_outline: false, notices };
}

/** Reads again with the outline's role corrections: only then do all work lines have requirement ids. */
async function correct({ input }: Run, outline: Outline, last?: Corrected): Promise<Corrected> {
  const corrections = settleCorrections(input.reading, outline);
  const before = last ?? { read: { reading: input.reading, draft: input.builtIn }, corrections: [] };
  if (JSON.stringify(corrections) === JSON.stringify(before.corrections)) return before;
  const read = await input.readAgain(corrections);
  const pinned = pinOthers(input.reading, read.reading, corrections);
  return { read: pinned.length === 0 ? read : await input.readAgain([...corrections, ...pinned]), corrections };
}

function sayCorrections(corrections: readonly Correction[]): string {
  const byRole = Map.groupBy(corrections, ({ role }) => role);
  const counts = [...byRole].map(([role, found]) => `${countLines(found)} to ${role}`);
  return `The model set roles that the reader saw otherwise: ${counts.join(', ')}.`;
}

function countLines(parts: readonly Pick<Requirement, 'start_line' | 'end_line'>[]): string {
  const lines = new Set(
    parts.flatMap(({ start_line, end_line }) =>
      Array.from({ length: end_line - start_line + 1 }, (_, n) => start_line + n),
    ),
  );
  return lines.size === 1 ? '1 line' : `${lines.size} lines`;
}

const nameSome = (names: readonly string[]): string =>
  names.length <= 5 ? names.join(', ') : `${names.slice(0, 5).join(', ')} and ${names.length - 5} more`;
