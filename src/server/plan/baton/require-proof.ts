import { SUMMARY_WORDS_MIN } from '#contract/constants.ts';
import type { ValidationIssue } from '#contract/errors.ts';
import type { CheckSeen, DoneMeans } from '#contract/proof.ts';
import type { Check } from '#contract/task.ts';
import { AppError } from '#server/platform/error.ts';
import type { Finish } from './finish.ts';
import { cutText } from '../rules.ts';

interface Rule {
  task: { number: number };
  /** After ticking those with evidence. */
  checks: readonly Check[];
  doneMeans: DoneMeans;
  verifyCommand: string | null;
}

/** Ticks the checks named by number, with their evidence; the text of the evidence is not interpreted. */
export function tickChecks(
  { number, checks }: { number: number; checks: Check[] },
  seen: readonly CheckSeen[],
): Check[] {
  const odd = seen.filter(({ n }) => n > checks.length);
  if (odd.length > 0)
    throw new AppError(
      'VALIDATION_ERROR',
      checks.length === 0
        ? `T${number} has no checks. Leave checks out.`
        : `T${number} has ${checks.length} checks: ${odd.map(({ n }) => n).join(', ')} is not one of them.`,
      { issues: odd.map(({ n }) => ({ path: 'checks', message: `there is no check ${n}` })) },
    );
  const seenAt = new Map(seen.map((each) => [each.n, each.seen]));
  return checks.map((check, place) => {
    const what = seenAt.get(place + 1);
    return what === undefined ? check : { ...check, met: true, seen: what };
  });
}

/** Collects every problem of a finish, so that it need be sent again only once. */
export function requireProof(input: Finish, rule: Rule): void {
  const issues = [...saidTooLittle(input), ...asksWrongly(input)];
  if (issues.length > 0)
    throw new AppError('VALIDATION_ERROR', issues.map(({ path, message }) => `${path} ${message}`).join('; '), {
      issues,
    });
  if (input.outcome === 'done') requireDone(input, rule);
}

/** Whether a finish is valid as far as that can be said without its task. */
export const isSaidWell = (input: Finish): boolean => [...saidTooLittle(input), ...asksWrongly(input)].length === 0;

/** Word segmentation, which also works for languages without spaces. */
const WORDS = new Intl.Segmenter('en', { granularity: 'word' });
const countWords = (text: string): number =>
  [...WORDS.segment(text.slice(0, 200))].filter(({ isWordLike }) => isWordLike === true).length;

function saidTooLittle({ outcome, summary = '' }: Finish): ValidationIssue[] {
  if (outcome === 'ask' || countWords(summary) >= SUMMARY_WORDS_MIN) return [];
  const what = outcome === 'done' ? 'what was done' : 'why it ends here';
  return [{ path: 'summary', message: `must say ${what}, in at least ${SUMMARY_WORDS_MIN} words` }];
}

function asksWrongly({ outcome, question, options }: Finish): ValidationIssue[] {
  if (outcome === 'ask')
    return question === undefined ? [{ path: 'question', message: 'is needed with outcome ask' }] : [];
  const odd = question !== undefined ? 'question' : options === undefined ? undefined : 'options';
  return odd === undefined ? [] : [{ path: odd, message: 'belongs to outcome ask' }];
}

const OPEN_SHOWN = 20;

function requireDone({ verification }: Finish, { task, checks, doneMeans, verifyCommand }: Rule): void {
  if (doneMeans === 'word') return;
  const open = checks.flatMap(({ text, met }, place) => (met ? [] : [`${place + 1}. ${cutText(text, 160)}`]));
  if (open.length > 0) {
    const hidden = open.length - OPEN_SHOWN;
    const list = [...open.slice(0, OPEN_SHOWN), ...(hidden > 0 ? [`and ${hidden} more`] : [])].join('\n');
    throw new AppError(
      'CONFLICT',
      `T${task.number} is not done: ${open.length} of ${checks.length} checks are open. Pass checks: [{n, seen}] with what you saw of each.\n${list}`,
      { code: 'CHECKS_OPEN' },
    );
  }
  if (doneMeans !== 'verified' || verifyCommand === null) return;
  if (verification === undefined || verification.command.trim() !== verifyCommand.trim())
    throw new AppError(
      'CONFLICT',
      `In this project done means verified: run baton done T${task.number} --verify, which runs ${JSON.stringify(cutText(verifyCommand, 200))} and attaches how it ended. Nothing was changed.`,
      { code: 'NOT_VERIFIED' },
    );
  if (verification.exit_code !== 0)
    throw new AppError(
      'CONFLICT',
      `The verification of T${task.number} failed with exit code ${verification.exit_code}: mend it, then verify again. Nothing was changed.`,
      { code: 'NOT_VERIFIED' },
    );
}
