import { Id } from '#contract/fields.ts';
import { AppError } from '#server/platform/error.ts';

/** A task by number in the project, or by id. */
export interface TaskRef {
  id?: Id;
  number?: number;
}

const NUMBER_MAX = 1_000_000_000;

/** "T12", "t12", "12" or an id. */
export function readTaskRef(value: string, path = 'id'): TaskRef {
  const text = value.trim();
  const number = /^[tT#]?(\d{1,10})$/.exec(text)?.[1];
  if (number !== undefined && Number(number) <= NUMBER_MAX) return { number: Number(number) };
  const id = Id.safeParse(text.toLowerCase());
  if (id.success) return { id: id.data };
  const message = 'must be a task number such as T12, or a task id';
  throw new AppError('VALIDATION_ERROR', `${path} ${message}.`, { issues: [{ path, message }] });
}

/** Undefined instead of an error for a malformed name. */
export function tryTaskRef(value: string): TaskRef | undefined {
  try {
    return readTaskRef(value);
  } catch {
    return undefined;
  }
}

export const describeRef = (ref: TaskRef): string => (ref.number === undefined ? (ref.id ?? '') : `T${ref.number}`);
