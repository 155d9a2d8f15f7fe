import type { z } from 'zod';
import { badAnswer } from './fail-call.ts';

/** An answer of the agreed shape, or the failure that says it is none. */
export function readJson<T extends z.ZodType>(bytes: Buffer | undefined, shape: T): z.infer<T> {
  let told: unknown;
  try {
    told = JSON.parse((bytes ?? Buffer.alloc(0)).toString('utf8'));
  } catch {
    throw badAnswer();
  }
  const parsed = shape.safeParse(told);
  if (!parsed.success) throw badAnswer();
  return parsed.data;
}
