/** The result of a client. */
export interface Outcome {
  name: string;
  version: string;
  /** Manual steps before it worked. */
  after?: readonly string[];
  /** Whether a hook told the model the project's state before it asked. */
  hookSpoke?: boolean;
  /** The failed step; absent on success. */
  failed?: string;
  /** The client's own output about it. */
  words?: string;
  /** What is missing in Baton's data. */
  fault?: string;
}

const WORDS_MAX = 400;

/** One line per client. */
export function describeOutcome({ name, version, after = [], hookSpoke, failed, words, fault }: Outcome): string {
  const head = `${name.padEnd(22)} ${version.padEnd(10)}`;
  const once = after.length === 0 ? '' : `, once ${after.join(' and ')}`;
  if (failed === undefined) return `${head} passed${once}${hookSpoke === true ? '; its hook spoke at the start' : ''}`;
  const why = [words, fault].filter((text) => text !== undefined && text !== '').join(' | ');
  return `${head} FAILED at ${failed}: ${why.replaceAll(/\s+/g, ' ').slice(0, WORDS_MAX)}`;
}

/** The end of a program's output, without ANSI colours. */
export const lastWords = (output: string): string =>
  output
    // oxlint-disable-next-line no-control-regex -- the escape character is what colours begin with
    .replaceAll(/\u001B\[[0-9;?]*[A-Za-z]/g, '')
    .trim()
    .split('\n')
    .slice(-8)
    .join('\n');
