import { z } from 'zod';
import { TOOLS } from '../tools/index.ts';

/** JSON Schema keywords shown to models: names, types and enums. Lengths and patterns are validated but not shown. */
const TAUGHT = new Set(['type', 'properties', 'required', 'enum', 'items']);

type Schema = { [key: string]: unknown };
const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function shorten(schema: unknown, path: string, untaught: readonly string[]): unknown {
  if (!isSchema(schema)) return schema;
  // Of `anyOf` alternatives the first, which is the shortest, is shown.
  const [first] = Array.isArray(schema['anyOf']) ? (schema['anyOf'] as unknown[]) : [];
  if (first !== undefined) return shorten(first, path, untaught);
  const kept = Object.entries(schema).filter(([key]) => TAUGHT.has(key));
  return Object.fromEntries(
    kept.map(([key, value]) => {
      if (key === 'properties' && isSchema(value)) return [key, shortenProperties(value, path, untaught)];
      return [key, key === 'items' ? shorten(value, path, untaught) : value];
    }),
  );
}

const shortenProperties = (properties: Schema, path: string, untaught: readonly string[]) =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name]) => !untaught.includes(`${path}${name}`))
      .map(([name, each]) => [name, shorten(each, `${path}${name}.`, untaught)]),
  );

interface ListedTool {
  name: string;
  description: string;
  inputSchema: { type: 'object'; [key: string]: unknown };
  annotations: (typeof TOOLS)[keyof typeof TOOLS]['annotations'];
}

let listed: readonly ListedTool[] | undefined;

/**
 * The answer to tools/list, computed once, when a client first asks: a twentieth of a server's start. Its size matters:
 * models read it at the start of every session.
 */
export function listTools(): readonly ListedTool[] {
  listed ??= Object.values(TOOLS).map((tool) => ({
    name: tool.name,
    description: tool.description,
    inputSchema: {
      ...(shorten(z.toJSONSchema(tool.input, { io: 'input' }), '', tool.untaught) as object),
      type: 'object',
    },
    annotations: tool.annotations,
  }));
  return listed;
}
