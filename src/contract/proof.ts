import { z } from 'zod';
import {
  ADDRESS_MAX,
  BRANCH_MAX,
  COMMIT_MAX,
  SEEN_MAX,
  TASK_CHECKS_MAX,
  VERIFY_COMMAND_MAX,
  VERIFY_OUTPUT_MAX,
} from './constants.ts';
import { requiredText, text } from './fields.ts';

/**
 * What a project requires before a task is done. word: the holder's statement. checks: every check is ticked with
 * evidence. verified: the checks, and the project's command ran and passed.
 */
export const DoneMeans = z.enum(['word', 'checks', 'verified']);
export type DoneMeans = z.infer<typeof DoneMeans>;

const HTTP = /^https?:\/\//i;
/** A URL that may become a link: http and https only, against javascript: and other schemes. */
export const WebAddress = requiredText(ADDRESS_MAX).refine(
  (value) => HTTP.test(value) && URL.canParse(value),
  'must be an address that begins with http:// or https://',
);

const Commit = requiredText(COMMIT_MAX).refine((value) => /^[\da-f]{4,64}$/i.test(value), 'must be a commit id');

export const Diff = z.object({
  files: z.int().min(0),
  insertions: z.int().min(0),
  deletions: z.int().min(0),
});

/** Commit, branch and pull request of the work. */
export const WorkPlace = z.object({
  commit: z.string().nullable(),
  branch: z.string().nullable(),
  pr: z.string().nullable().meta({ description: 'Address of the pull request, or its number' }),
  diff: Diff.nullable(),
});
export type WorkPlace = z.infer<typeof WorkPlace>;

export const Verification = z.strictObject({
  command: requiredText(VERIFY_COMMAND_MAX),
  exit_code: z.int().min(0).max(255),
  seconds: z.number().min(0).max(100_000),
  output: text(VERIFY_OUTPUT_MAX).default('').meta({ description: 'The last lines it printed' }),
  commit: Commit.nullable().default(null),
});
export type Verification = z.infer<typeof Verification>;

/** The same on a task, with its verification. */
export const Work = WorkPlace.extend({ verification: Verification.nullable() });
export type Work = z.infer<typeof Work>;

/** The fields of a call for it. */
export const WORK_FIELDS = {
  commit: Commit.optional(),
  branch: requiredText(BRANCH_MAX).optional(),
  pr: requiredText(ADDRESS_MAX).optional(),
};
export const DiffInput = z.strictObject(Diff.shape);

/** A check by its number from 1, with its evidence. */
export const CheckSeen = z.strictObject({ n: z.int().min(1).max(TASK_CHECKS_MAX), seen: requiredText(SEEN_MAX) });
export type CheckSeen = z.infer<typeof CheckSeen>;
