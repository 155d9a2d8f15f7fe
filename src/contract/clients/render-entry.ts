import type { ClientFile, ConfigTable, ConfigValue } from './client.ts';

/** The file's content if nothing else is in it. */
export function renderFile({ format, entry }: Pick<ClientFile, 'format' | 'entry'>): string {
  if (format === 'toml') return renderToml(entry);
  if (format === 'yaml') return `${renderYaml(entry, 0).join('\n')}\n`;
  return `${JSON.stringify(entry, null, 2)}\n`;
}

/** Deep merge of two fragments of one file. */
export function joinEntries(one: ConfigTable, two: ConfigTable): ConfigTable {
  const joined: Record<string, ConfigValue> = { ...one };
  for (const [name, value] of Object.entries(two)) {
    const there = joined[name];
    joined[name] = there !== undefined && isTable(there) && isTable(value) ? joinEntries(there, value) : value;
  }
  return joined;
}

export const isTable = (value: ConfigValue): value is ConfigTable => typeof value === 'object' && !Array.isArray(value);

/** One table, two keys deep, as `[mcp_servers.baton]`. A TOML basic string has JSON's syntax. */
function renderToml(entry: ConfigTable): string {
  return Object.entries(entry)
    .flatMap(([outer, tables]) =>
      Object.entries(isTable(tables) ? tables : {}).map(([inner, table]) => {
        const values = Object.entries(isTable(table) ? table : {});
        return [`[${outer}.${bare(inner)}]`, ...values.map(([name, value]) => `${bare(name)} = ${inToml(value)}`), ''];
      }),
    )
    .map((lines) => lines.join('\n'))
    .join('\n');
}

const bare = (name: string): string => (/^[\w-]+$/.test(name) ? name : JSON.stringify(name));

function inToml(value: ConfigValue): string {
  if (!isTable(value)) return JSON.stringify(value);
  const pairs = Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)} = ${inToml(inner)}`);
  return `{ ${pairs.join(', ')} }`;
}

/** Block style; empty values and lists in flow style, which YAML shares with JSON. */
export function renderYaml(table: ConfigTable, depth: number): string[] {
  const indent = '  '.repeat(depth);
  return Object.entries(table).flatMap(([name, value]) => {
    if (isTable(value) && Object.keys(value).length > 0) return [`${indent}${name}:`, ...renderYaml(value, depth + 1)];
    return [`${indent}${name}: ${JSON.stringify(value)}`];
  });
}
