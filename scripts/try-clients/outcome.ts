/** How a client did. */
export interface Outcome {
  name: string;
  version: string;
  /** What a person did once, before it worked. */
  after?: readonly string[];
  /** Whether the model was told where the project stands before it asked, by a hook of the client. */
  hookSpoke?: boolean;
  /** The step at which it went wrong; absent: it all worked. */
  failed?: string;
  /** What the client itself said about it. */
  words?: string;
  /** What is missing in Baton's data. */
  fault?: string;
}

const WORDS_MAX = 400;

/** One line per client, so that a list of them can be read at a glance. */
export function describeOutcome({ name, version, after = [], hookSpoke, failed, words, fault }: Outcome): string {
  const head = `${name.padEnd(22)} ${version.padEnd(10)}`;
  const once = after.length === 0 ? '' : `, once ${after.join(' and ')}`;
  if (failed === undefined) return `${head} passed${once}${hookSpoke === true ? '; its hook spoke at the start' : ''}`;
  const why = [words, fault].filter((text) => text !== undefined && text !== '').join(' | ');
  return `${head} FAILED at ${failed}: ${why.replaceAll(/\s+/g, ' ').slice(0, WORDS_MAX)}`;
}

/** The end of what a program said, without colours. */
export const lastWords = (output: string): string =>
  output
    // oxlint-disable-next-line no-control-regex -- the escape character is what colours begin with
    .replaceAll(/\u001B\[[0-9;?]*[A-Za-z]/g, '')
    .trim()
    .split('\n')
    .slice(-8)
    .join('\n');
