import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './failure.ts';

export type Options = NonNullable<ParseArgsConfig['options']>;

/** Common options of all commands. */
export const COMMON: Options = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  url: { type: 'string' },
  project: { type: 'string' },
  agent: { type: 'string' },
};

/** Parsed arguments. */
export class Arguments {
  readonly words: readonly string[];
  /** The words after `--`. */
  readonly after: readonly string[];
  readonly #values: Record<string, string | boolean | (string | boolean)[] | undefined>;

  constructor(args: readonly string[], options: Options) {
    try {
      const { values, positionals, tokens } = parseArgs({
        args: [...args],
        options: { ...COMMON, ...options },
        allowPositionals: true,
        strict: true,
        tokens: true,
      });
      const end = tokens.find(({ kind }) => kind === 'option-terminator');
      this.#values = values;
      this.after = end === undefined ? [] : args.slice(end.index + 1);
      this.words = positionals;
    } catch (error) {
      throw new UsageError(error instanceof Error ? (error.message.split('. ', 1)[0] ?? '') : String(error));
    }
  }

  is(name: string): boolean {
    return this.#values[name] === true;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === 'string' ? value : undefined;
  }

  list(name: string): string[] {
    const value = this.#values[name];
    return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
  }

  number(name: string): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!/^\d{1,15}$/.test(value)) throw new UsageError(`--${name} takes a number, not ${value}`);
    return Number(value);
  }

  /** Checks the number of positional arguments. */
  take(least: number, most = least): readonly (string | undefined)[] {
    if (this.words.length < least) throw new UsageError('Something is missing');
    if (this.words.length > most) throw new UsageError(`${this.words[most]} is one word too many`);
    return this.words;
  }
}
