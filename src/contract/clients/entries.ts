import type { ClientFile, ConfigTable, Link } from './client.ts';

/** The variable that most clients read the key from. */
export const KEY_VARIABLE = 'BATON_API_KEY';
/** What Baton is called where the file belongs to one repository. */
export const SERVER_NAME = 'baton';

export const AGENTS_FILE = { file: 'AGENTS.md' } as const;

/** The headers of every call. Who signs in needs no key; the project is named all the same, so that a sign-in for
 * another one is refused and not worked with. */
export const headersOf = ({ way, projectId }: Link, reference: string): ConfigTable => ({
  ...(way === 'key' ? { Authorization: `Bearer ${reference}` } : {}),
  'X-Project-Id': projectId,
});

/** A JSON file whose servers stand by name in one table. */
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

/** Something more about the same server, in the same file or another. */
export const jsonPart = (file: string, entry: ConfigTable, also?: readonly string[]): ClientFile => ({
  file,
  ...(also === undefined ? {} : { also }),
  format: 'json',
  entry,
});

/** `baton mcp` as a program that the client starts: for clients that cannot refer to a key, which it has from `baton login`. */
export const bridgeOf = ({ url, projectId }: Link): { command: string; args: readonly string[] } => ({
  command: 'baton',
  args: ['mcp', '--url', url.replace(/\/mcp$/, ''), '--project', projectId],
});

export function quoteForShell(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
