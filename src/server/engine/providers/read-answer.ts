import { z } from 'zod';
import { dropUnstorable } from './clean-text.ts';

/**
 * What a model is asked for. Flat and without optional fields: a schema that refers to itself, or that leaves fields
 * out, is not enforced by the providers. Lengths are not part of it, since a text that is too long is cut, not refused.
 */
export const SectionAnswer = z.object({
  lists: z.array(
    z.object({
      key: z.string().describe('Your own short name for the list, unique in this answer'),
      parent: z.string().nullable().describe('Key of the task that this list breaks down; null for a top-level list'),
      name: z.string().describe('Short noun phrase'),
      brief: z.string().describe('Goal, constraints, interfaces, definition of done'),
    }),
  ),
  tasks: z.array(
    z.object({
      key: z.string().describe('Your own short name for the task, unique in this answer'),
      list: z.string().describe('Key of the list that holds it'),
      title: z.string().describe('Imperative, begins with a verb'),
      description: z.string(),
      checks: z.array(z.string()).describe('Observable facts by which one sees that it is done'),
      requirements: z.array(z.string()).describe('Ids of the requirements it answers'),
      enabler: z.boolean().describe('True only for set-up work that answers no requirement itself'),
      after: z.array(z.string()).describe('Keys of tasks that must be finished before'),
    }),
  ),
});
export type SectionAnswer = z.infer<typeof SectionAnswer>;

export const LinkAnswer = z.object({
  dependencies: z.array(z.object({ task: z.int(), after: z.int() })),
  duplicates: z.array(z.object({ keep: z.int(), drop: z.int() })),
});
export type LinkAnswer = z.infer<typeof LinkAnswer>;

/**
 * The object in a model's text, or undefined when it has another shape. Smaller models put a code fence around it. It is
 * kept as it is read, before anything is made of it: its texts must be storable from here on.
 */
export function readAnswer<T>(schema: z.ZodType<T>, text: string): T | undefined {
  const [, fenced] = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?\s*```\s*$/.exec(text) ?? [];
  try {
    return schema.safeParse(JSON.parse(fenced ?? text, dropFromTexts)).data;
  } catch {
    return undefined;
  }
}

const dropFromTexts = (_key: string, value: unknown) => (typeof value === 'string' ? dropUnstorable(value) : value);
