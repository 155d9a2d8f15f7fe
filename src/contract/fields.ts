import { z } from 'zod';
import { findFileNameFault } from './file-name.ts';

export const Id = z.uuid().brand<'Id'>();
export type Id = z.infer<typeof Id>;

/** A year 0 and fractions of hundreds of digits are ISO 8601, but PostgreSQL refuses them. */
const isStorableMoment = (value: string): boolean => value.length <= 40 && !value.startsWith('0000');

export const Timestamp = z.iso
  .datetime()
  .refine(isStorableMoment, 'must have a year from 1 on, and at most 40 characters')
  .meta({ description: 'ISO 8601, UTC' });

export const Day = z.iso.date().refine(isStorableMoment, 'must have a year from 1 on');

/** PostgreSQL text cannot contain NUL, and a lone surrogate would be replaced. */
export function isStorableText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

export const text = (max: number) =>
  z
    .string()
    .max(max, `must be at most ${max.toLocaleString('en-US')} characters`)
    .refine(isStorableText, 'must not contain NUL or unpaired surrogate characters');

export const requiredText = (max: number) => z.string().trim().min(1, 'must not be empty').pipe(text(max));

const FILE_NAME_LENGTH_MAX = 255;

/** The name of an uploaded file: shown, stored and offered for download, so never a path or an executable. */
export const FileName = z
  .string()
  .superRefine((name, issue) => {
    const fault = findFileNameFault(name);
    if (fault !== undefined) issue.addIssue({ code: 'custom', message: fault });
  })
  .pipe(requiredText(FILE_NAME_LENGTH_MAX));

const WHOLE_TOKEN =
  'must be the whole baton that the claim answered, such as 16.k3f9x2ab: the number alone proves nothing';

/** Known to the claimer only: the fencing number, a dot and a secret. */
export const BatonToken = z
  .string(WHOLE_TOKEN)
  .trim()
  .max(64, WHOLE_TOKEN)
  .regex(/^\d{1,15}\.[\da-z]{8,32}$/u, WHOLE_TOKEN);

export const Nothing = z.null();

/** The author of a change, in the feed, notes and the activity log. */
export const EventActor = z.object({
  kind: z.enum(['user', 'agent', 'system']),
  id: Id.nullable(),
  name: z.string(),
});
export type EventActor = z.infer<typeof EventActor>;
