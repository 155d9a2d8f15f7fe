import { Socket } from 'node:net';
import pg from 'pg';
import { guarded } from '../guard.ts';
import { noteSocketError } from './lost-connection.ts';
import { nameOf, requireOneText, statementOf } from './statement-names.ts';
import { writeValue } from './write-value.ts';

/** The wire protocol counts parameters in 16 bits. */
const VALUES_MAX = 65_535;

type Query = (config: unknown, values?: unknown, callback?: unknown) => Promise<pg.QueryResult>;
interface Config {
  text: string;
  name?: string | undefined;
  values?: unknown;
}

const isConfig = (config: unknown): config is Config =>
  typeof config === 'object' && config !== null && 'text' in config && typeof config.text === 'string';

/** No options on how its rows are to be read. */
function isPlain(config: Config): boolean {
  for (const key in config) if (key !== 'text' && key !== 'name' && key !== 'values') return false;
  return true;
}

/**
 * A pooled connection with less overhead: repeated statements are prepared, and statements sent in one tick leave in
 * one write (pipelining). Parameters are serialised before anything is sent, and a transaction with a statement that
 * could not be serialised does not commit: later statements are already in flight, and the server knows nothing of the
 * gap.
 */
export class Connection extends pg.Client {
  /** The first statement of this transaction that could not be sent. */
  #refused: Error | undefined;
  readonly #ask: Query;
  readonly #stream: Socket;

  constructor(config: pg.ClientConfig) {
    const stream = new Socket();
    super({ ...config, stream: () => stream });
    this.#stream = stream;
    stream.on('error', guarded(noteSocketError));
    let isHeld = false;
    const uncork = guarded(() => {
      isHeld = false;
      stream.uncork();
    });
    const ask = super.query.bind(this) as Query;
    this.#ask = (...said) => {
      // Corked until the next tick, so that statements sent without awaiting leave together.
      if (!isHeld) {
        isHeld = true;
        stream.cork();
        process.nextTick(uncork);
      }
      return ask(...said);
    };
    const query: Query = (sent, values, callback) => this.#write(sent, values, callback);
    this.query = query as typeof this.query;
  }

  /** Not awaited: if begin fails, the statement behind it fails. */
  begin(mode: string): void {
    this.#refused = undefined;
    this.query(`begin${mode}`).catch(() => undefined);
  }

  async commit(): Promise<void> {
    if (this.#refused !== undefined) throw this.#refused;
    await this.query('commit');
  }

  /** Closes it at once, without a word to the server, which may not be there any more. */
  cut(): void {
    this.#stream.destroy();
  }

  #write(sent: unknown, values: unknown, callback: unknown): Promise<pg.QueryResult> {
    if (!isConfig(sent) && typeof sent !== 'string') return this.#ask(sent, values, callback);
    const config: Config = typeof sent === 'string' ? { text: sent } : sent;
    const given = Array.isArray(values) ? values : config.values;
    try {
      const written = Array.isArray(given) ? writeAll(given) : undefined;
      if (config.name !== undefined) requireOneText(config.name, config.text);
      const name = config.name ?? (written !== undefined && written.length > 0 ? nameOf(config.text) : undefined);
      if (name !== undefined && written !== undefined && isPlain(config))
        return this.#ask(statementOf(name, config.text), written, typeof values === 'function' ? values : callback);
      return this.#ask(
        { ...config, name, values: written },
        typeof values === 'function' ? values : undefined,
        callback,
      );
    } catch (error) {
      return this.#refuse(error as Error, [values, callback]);
    }
  }

  #refuse(error: Error, said: readonly unknown[]): Promise<never> {
    this.#refused ??= error;
    const callback = said.find((each): each is (error: Error) => unknown => typeof each === 'function');
    if (callback === undefined) return Promise.reject(error);
    process.nextTick(guarded(callback), error);
    return new Promise(() => undefined);
  }
}

function writeAll(values: readonly unknown[]): (string | Buffer | null)[] {
  if (values.length > VALUES_MAX) throw new Error(`a statement holds at most ${VALUES_MAX} values`);
  return values.map(writeValue);
}
