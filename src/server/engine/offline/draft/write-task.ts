import { TASK_CHECKS_MAX, TASK_CHECK_MAX, TASK_DESCRIPTION_MAX } from '#contract/constants.ts';
import type { DraftTask } from '#contract/plan-draft.ts';
import type { Requirement } from '#contract/requirement.ts';
import { readPurpose } from '../titles/rewrite-story.ts';
import { cutText, lineRange } from './say-lines.ts';
import type { WorkTask } from './work.ts';

const QUOTED = 2_000;

/** A task as the draft holds it: what to do and why in the document's words, where it stands, and when it is done. */
export function writeTask(task: WorkTask): DraftTask {
  const { key, list, title, requirements, isEnabler, dependsOn } = task;
  return {
    key,
    list,
    title,
    description: cutText(describe(task), TASK_DESCRIPTION_MAX),
    checks: checksOf(task),
    requirement_ids: requirements.map(({ id }) => id),
    is_enabler: isEnabler,
    prd_lines: lineRange(requirements),
    depends_on: dependsOn,
  };
}

function describe(task: WorkTask): string {
  const { requirements, part, isParent, reason } = task;
  if (reason !== undefined) return `${reason}\n\nNo line of the PRD asks for this by itself; others wait for it.`;
  if (isParent) return 'Done by its sub-tasks. Their list holds the brief.';
  const [first] = requirements;
  if (first === undefined) return '';
  const purpose = requirements.length === 1 ? readPurpose(first.text) : undefined;
  const said =
    requirements.length === 1
      ? cutText(first.text, QUOTED)
      : requirements.map(({ id, text }) => `- ${cutText(text, QUOTED)} (${id})`).join('\n');
  return [
    ...(part === undefined ? [] : [`This task: ${part}`]),
    part === undefined ? said : `It is one part of: ${said}`,
    ...(purpose === undefined ? [] : [`Why: ${purpose}`]),
    sourceOf(requirements, task.path),
  ].join('\n\n');
}

function sourceOf(requirements: readonly Requirement[], path: readonly string[]): string {
  const [first] = requirements;
  const headings = (first?.heading_path ?? path).filter((name) => !name.startsWith('#'));
  const ids = requirements.slice(0, 10).map(({ id }) => id);
  const more = requirements.length > 10 ? ` and ${requirements.length - 10} more` : '';
  const weak =
    first !== undefined &&
    requirements.every(({ strength }) => strength === first.strength) &&
    first.strength !== 'must';
  return [
    // Without line numbers, which the task carries beside its words: an insertion far above must not make every task another.
    `From the PRD${headings.length === 0 ? '' : `, “${headings.join(' › ')}”`} (${ids.join(', ')}${more}).`,
    ...(weak ? [`The PRD says “${first.strength}”: wanted, but not at any price.`] : []),
  ].join(' ');
}

function checksOf({ requirements, part, isEnabler, isParent, key }: WorkTask): string[] {
  if (isEnabler) return ENABLER_CHECKS[key] ?? [];
  if (isParent) return [];
  if (part !== undefined) return part.trim() === '' ? [] : [sayCheck(part)];
  const criteria = requirements.flatMap((requirement) => requirement.criteria ?? []).map(({ text }) => text.trim());
  const found = criteria.filter((text) => text !== '');
  const told = requirements.map(({ text }) => text.trim()).filter((text) => text !== '');
  const checks = found.length > 0 ? found : told.map(sayCheck);
  return [...new Set(checks.map((check) => cutText(check.replace(/\s+/gu, ' '), TASK_CHECK_MAX)))].slice(
    0,
    TASK_CHECKS_MAX,
  );
}

/** Without criteria the requirement itself is the check; a number in it is to be measured, the rest to be shown. */
function sayCheck(text: string): string {
  const plain = cutText(text.replace(/\s+/gu, ' ').trim(), TASK_CHECK_MAX - 40);
  if (/\bgiven\b.*\bwhen\b.*\bthen\b/isu.test(plain)) return plain;
  return MEASURED.test(plain) ? `Measured: ${plain}` : `Shown by a test: ${plain}`;
}

const MEASURED =
  /\d[\d.,]*\s?(?:%|ms|s\b|sec|seconds?|minutes?|hours?|days?|kb|mb|gb|tb|kib|mib|gib|fps|hz|khz|mhz|px|°|req|requests|users|rows|items|entries|°c|ma|mw|v\b|bytes?|bits?|mm|cm|km|kg)|[<>≤≥]\s?\d/iu;

const ENABLER_CHECKS: Readonly<Record<string, string[]>> = {
  'enabler-set-up': [
    'A fresh clone builds and runs with one documented command',
    'One command runs the checks and the tests, and it passes',
  ],
  'enabler-schema': ['The migration runs on an empty database, and running it again changes nothing'],
  'enabler-release': ['The release can be made again from a clean checkout by following what is written down'],
};
