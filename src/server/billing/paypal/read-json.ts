import type { z } from 'zod';
import { badAnswer } from './fail-call.ts';

/** Parses and validates an answer, or throws the provider error. */
export function readJson<T extends z.ZodType>(bytes: Buffer | undefined, shape: T): z.infer<T> {
  let told: unknown;
  try {
    told = JSON.parse((bytes ?? Buffer.alloc(0)).toString('utf8'));
  } catch {
    throw badAnswer('The answer is no JSON.');
  }
  const parsed = shape.safeParse(told);
  if (!parsed.success) {
    const paths = parsed.error.issues.slice(0, 3).map(({ path }) => path.join('.'));
    throw badAnswer(`The answer has another shape than agreed: ${paths.join(', ')}.`);
  }
  return parsed.data;
}
