import type { Schema } from './operations.ts';

export type Random = () => number;

export const below = (random: Random, limit: number): number => Math.floor(random() * limit);

export function pick<T>(random: Random, from: readonly T[]): T {
  const found = from[below(random, from.length)];
  if (found === undefined) throw new Error('there is nothing to pick from');
  return found;
}

/** Existing values for fields and path parameters of these names. */
export type Known = (name: string) => string | undefined;

/** Texts that some field accepts: a baton, a commit, an address, a time. */
const TEXTS = ['Text', '- It must open.', '1.k3f9x2ab', 'abcdef0', 'a@example.com', 'T1', 'R1', '12', 'json', 'gen_1'];
const DEEPEST = 6;

/** A value that roughly matches the schema: almost valid input gets further than random input. */
export function sampleValue(
  schema: Schema,
  sampling: { random: Random; find: (ref: string) => Schema; known: Known },
  name = '',
  depth = 0,
): unknown {
  const { random, find } = sampling;
  const sample = (next: Schema, nextName = name) => sampleValue(next, sampling, nextName, depth + 1);
  if (depth > DEEPEST) return null;
  if (schema.$ref !== undefined) return sample(find(schema.$ref));
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return pick(random, schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) return sample(pick(random, choices));
  if (schema.allOf !== undefined)
    return Object.assign({}, ...schema.allOf.map((part) => sample(part) as object)) as object;
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => (schema.required ?? []).includes(key) || random() < 0.5)
          .map(([key, value]) => [key, sample(value, key)]),
      );
    case 'array':
      return Array.from({ length: Math.max(schema.minItems ?? 0, below(random, 3)) }, () => sample(schema.items ?? {}));
    case 'integer':
    case 'number':
      return (schema.minimum ?? 0) + below(random, Math.min(20, (schema.maximum ?? 20) - (schema.minimum ?? 0) + 1));
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    default:
      return sampleText(schema, sampling, name);
  }
}

function sampleText(schema: Schema, { random, known }: { random: Random; known: Known }, name: string): string {
  if (schema.format === 'uuid') return known(name) ?? '01a1e8f8-32e0-7030-9631-68d13298937e';
  if (schema.format === 'email') return 'somebody@example.com';
  if (schema.format === 'date-time') return '2026-01-01T00:00:00.000Z';
  const text = pick(random, TEXTS);
  return text.padEnd(schema.minLength ?? 0, 'x').slice(0, schema.maxLength ?? 100);
}
