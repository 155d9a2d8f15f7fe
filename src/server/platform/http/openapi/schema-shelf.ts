import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { JsonSchema } from './document-types.ts';

type Direction = 'input' | 'output';

export interface SchemaShelf {
  /** Converts to JSON Schema, with a reference wherever a named schema occurs. */
  convert(schema: z.ZodType, direction: Direction): JsonSchema;
  /** All schemas that were referenced, and the document with final references. */
  settle<T>(document: T): { document: T; schemas: Record<string, JsonSchema> };
}

const REFERENCE = '#/components/schemas/';
/** Formats whose regular expressions would only be noise. */
const SELF_EXPLAINING = new Set(['uuid', 'date-time', 'email']);

/**
 * Collects named schemas as they are referenced. A name can stand for two shapes, input and output; until all are known
 * a reference carries its direction, and only a name that needs both gets two entries.
 */
export function createSchemaShelf(named: Readonly<Record<string, z.ZodType>>): SchemaShelf {
  const registry = new NamedSchemas(named);
  const shelf = new Map<string, JsonSchema>();

  return {
    convert(schema, direction) {
      const {
        $schema: _,
        $defs = {},
        ...json
      } = z.toJSONSchema(schema, {
        metadata: registry,
        io: direction,
        override: ({ zodSchema, jsonSchema }) => tidy(zodSchema, jsonSchema, direction),
      });
      const point = (value: JsonSchema) =>
        mapReferences(value, (ref) => `${REFERENCE}${direction}.${ref.replace('#/$defs/', '')}`);
      for (const [name, definition] of Object.entries($defs)) shelf.set(`${direction}.${name}`, point(definition));
      return point(json);
    },
    settle(document) {
      const finalName = (key: string) => {
        const [direction, name = ''] = key.split('.');
        const twin = shelf.get(`output.${name}`);
        const own = shelf.get(key);
        const differs = direction === 'input' && twin !== undefined && !isDeepStrictEqual(blind(own), blind(twin));
        return differs ? `${name}Input` : name;
      };
      const settled = <V>(value: V) =>
        mapReferences(value, (ref) =>
          ref.startsWith(REFERENCE) ? REFERENCE + finalName(ref.slice(REFERENCE.length)) : ref,
        );
      const entries = [...shelf].map(([key, schema]): [string, JsonSchema] => [finalName(key), settled(schema)]);
      return {
        document: settled(document),
        schemas: Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))),
      };
    },
  };
}

/** Names of the contract's schemas; descriptions stay where the contract has them. */
class NamedSchemas extends z.core.$ZodRegistry<Record<string, unknown>> {
  readonly #names: Map<z.core.$ZodType, string>;

  constructor(named: Readonly<Record<string, z.ZodType>>) {
    super();
    this.#names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]));
  }

  override get(schema: z.core.$ZodType) {
    const id = this.#names.get(schema);
    const known = z.globalRegistry.get(schema);
    if (id === undefined && known === undefined) return undefined;
    return { ...known, ...(id === undefined ? {} : { id }) };
  }
}

function tidy(schema: z.core.$ZodTypes, json: JsonSchema, direction: Direction): void {
  delete json.id;
  if (typeof json.format === 'string' && SELF_EXPLAINING.has(json.format)) delete json.pattern;
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  // A client must expect new fields in a response; in a request they are refused.
  if (direction === 'output') delete json.additionalProperties;
  if (direction === 'input' && schema._zod.def.type === 'pipe') addChecksBehindPipe(schema._zod.def.out, json);
}

/** Text that is trimmed before its length is checked: the limit is documented for the input, too. */
function addChecksBehindPipe(out: z.core.$ZodType, json: JsonSchema): void {
  const { $schema: _, ...behind } = z.toJSONSchema(out, { io: 'input', unrepresentable: 'any' });
  if (behind.type === undefined || behind.type !== json.type) return;
  for (const [key, value] of Object.entries(behind)) json[key] ??= value;
}

/** Removes directions from references, to compare the two shapes of a schema. */
const blind = (value: unknown) => mapReferences(value, (ref) => ref.replace(/(input|output)\./, ''));

function mapReferences<V>(value: V, replace: (ref: string) => string): V {
  const copy = structuredClone(value);
  for (const node of nodesOf(copy)) {
    if (typeof node.$ref === 'string' && node.$ref.startsWith('#/')) node.$ref = replace(node.$ref);
  }
  return copy;
}

function* nodesOf(value: unknown): Generator<{ $ref?: unknown }> {
  if (typeof value !== 'object' || value === null) return;
  yield value;
  for (const item of Object.values(value)) yield* nodesOf(item);
}
