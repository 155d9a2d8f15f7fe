import type { ClientFile, ConfigTable, Link } from './client.ts';

/** The environment variable that most clients read the key from. */
export const KEY_VARIABLE = 'BATON_API_KEY';
/** The server's name in files of one repository. */
export const SERVER_NAME = 'baton';

export const AGENTS_FILE = { file: 'AGENTS.md' } as const;

/**
 * The headers of every call. With OAuth no key is needed; the project is named anyway, so that a token for another
 * project is refused.
 */
export const headersOf = ({ way, projectId }: Link, reference: string): ConfigTable => ({
  ...(way === 'key' ? { Authorization: `Bearer ${reference}` } : {}),
  'X-Project-Id': projectId,
});

/** A JSON file with a table of servers by name. */
export function jsonServer(
  file: string,
  holder: string,
  { name, way }: Pick<Link, 'name' | 'way'>,
  server: ConfigTable,
  also?: readonly string[],
): ClientFile {
  return {
    file,
    ...(also === undefined ? {} : { also }),
    format: 'json',
    entry: { [holder]: { [name]: server } },
    absent: way === 'sign-in' ? [[holder, name, 'headers', 'Authorization']] : [],
  };
}

/** A further setting of the server, in the same file or another. */
export const jsonPart = (file: string, entry: ConfigTable, also?: readonly string[]): ClientFile => ({
  file,
  ...(also === undefined ? {} : { also }),
  format: 'json',
  entry,
});

/**
 * `baton mcp` as a command that the client starts: for clients that cannot refer to an environment variable; it uses
 * the key of `baton login`.
 */
export const bridgeOf = ({ url, projectId }: Link): { command: string; args: readonly string[] } => ({
  command: 'baton',
  args: ['mcp', '--url', url.replace(/\/mcp$/, ''), '--project', projectId],
});

export function quoteForShell(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
