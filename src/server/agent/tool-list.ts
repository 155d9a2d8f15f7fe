import { z } from 'zod';
import { TOOLS } from '#contract/tools.ts';

/** What a model needs to know of an input: names, kinds and choices. Sizes and patterns are checked, not taught. */
const TAUGHT = new Set(['type', 'properties', 'required', 'enum', 'items', 'description', 'minItems']);

type Schema = { [key: string]: unknown };
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function shorten(schema: unknown): unknown {
  if (!isSchema(schema)) return schema;
  const kept = Object.entries(schema).filter(([key]) => TAUGHT.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => {
      if (key === 'properties' && isSchema(value))
        return [key, Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shorten(each)]))];
      return [key, key === 'items' ? shorten(value) : value];
    }),
  );
}

interface ListedTool {
  name: string;
  description: string;
  inputSchema: { type: 'object'; [key: string]: unknown };
}

/** The answer to tools/list: made once, the same for everybody, paid for at the start of every session. */
export const TOOL_LIST: readonly ListedTool[] = Object.entries(TOOLS).map(([name, { description, input }]) => ({
  name,
  description,
  inputSchema: { ...(shorten(z.toJSONSchema(input, { io: 'input' })) as object), type: 'object' },
}));
