import { EventEmitter } from 'node:events';
import { guarded, setTimeout } from '../guard.ts';
import type { Logger } from '../log.ts';
import { AskedHost } from './ask-host.ts';
import { type HostAnswer, type KnownWriter, chooseWriter, isNewer } from './choose-writer.ts';
import { type DatabaseHost, listDatabaseHosts } from './database-hosts.ts';

/** How long a call waits for a host that takes writes. */
export const WAIT_MS = 15_000;
/** How often all hosts are asked while one is followed. */
const WATCH_MS = 2_000;
/** While none is: the pause grows from the first to the second. */
const SEARCH_MS = { first: 50, last: 1_000 };
/** More calls than this would not be answered in time once there is a writer. */
const WAITING_MAX = 1_000;

/** The host of the database that takes writes. */
export interface Writer {
  /** Whether there is more than one host to choose from. */
  readonly isChoice: boolean;
  /** Its connection string. Waits until there is one, at most until then (by `performance.now`). */
  find(until?: number): Promise<string>;
  /** Without waiting; undefined while there is none or it is in doubt. */
  current(): string | undefined;
  /** A connection to it failed: all hosts are asked at once, and calls wait for the answers. */
  doubt(): void;
  /** Called when another host than before is followed. */
  onMove(listener: (url: string) => void): () => void;
  /** Ends all waiting with a failure, for a server that stops. */
  stopWaiting(): void;
  close(): Promise<void>;
}

/** Of one host nothing is asked and nothing is waited for. */
export function followWriter(url: string, log: Pick<Logger, 'info' | 'warn'>): Writer {
  const hosts = listDatabaseHosts(url);
  return hosts.length > 1 ? new FollowedWriter(hosts, log) : onlyHost(hosts[0]?.url ?? url);
}

const onlyHost = (url: string): Writer => ({
  isChoice: false,
  find: async () => url,
  current: () => url,
  doubt: () => undefined,
  onMove: () => () => undefined,
  stopWaiting: () => undefined,
  close: async () => undefined,
});

/** The code is PostgreSQL's for a server that takes no connections now, which callers are answered 503 for. */
class NoWriter extends Error {
  readonly code = '57P03';
}

interface Waiting {
  resolve(url: string): void;
  reject(error: Error): void;
}

class FollowedWriter implements Writer {
  readonly isChoice = true;
  readonly #hosts: AskedHost[];
  readonly #log: Pick<Logger, 'info' | 'warn'>;
  readonly #moves = new EventEmitter().setMaxListeners(0);
  readonly #waiting = new Set<Waiting>();
  readonly #watching: Promise<void>;
  #current: string | undefined;
  #known: KnownWriter | undefined;
  #reason = 'no host has been asked yet';
  #wake: () => void = () => undefined;
  #misses = 0;
  /** Raised by a doubt, so that answers from before it are not believed. */
  #doubts = 0;
  #isStopping = false;
  #isClosed = false;

  constructor(hosts: readonly DatabaseHost[], log: Pick<Logger, 'info' | 'warn'>) {
    this.#hosts = hosts.map((host) => new AskedHost(host));
    this.#log = log;
    this.#watching = this.#watch();
  }

  current(): string | undefined {
    return this.#current;
  }

  async find(until: number = performance.now() + WAIT_MS): Promise<string> {
    if (this.#current !== undefined) return this.#current;
    const left = until - performance.now();
    if (this.#isStopping || left <= 0 || this.#waiting.size >= WAITING_MAX) throw this.#unavailable();
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const waiting: Waiting = { resolve, reject };
    const timer = setTimeout(() => reject(this.#unavailable()), left);
    this.#waiting.add(waiting);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(waiting);
    }
  }

  doubt(): void {
    if (this.#current === undefined) return;
    this.#doubts += 1;
    this.#current = undefined;
    this.#misses = 0;
    this.#wake();
  }

  onMove(listener: (url: string) => void): () => void {
    const safe = guarded(listener);
    this.#moves.on('move', safe);
    return () => void this.#moves.off('move', safe);
  }

  stopWaiting(): void {
    this.#isStopping = true;
    for (const { reject } of this.#waiting) reject(this.#unavailable());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.stopWaiting();
    this.#wake();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    while (!this.#isClosed) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await this.#look();
      if (this.#isClosed) break;
      const timer = setTimeout(resolve, this.#pauseMs());
      if (this.#current !== undefined) timer.unref();
      await promise;
      clearTimeout(timer);
    }
    for (const host of this.#hosts) host.close();
  }

  /** With jitter, so that the servers of an instance do not ask in step. */
  #pauseMs(): number {
    const pause =
      this.#current === undefined ? Math.min(SEARCH_MS.first * 2 ** this.#misses, SEARCH_MS.last) : WATCH_MS;
    return pause * (0.5 + Math.random() / 2);
  }

  async #look(): Promise<void> {
    const doubts = this.#doubts;
    const answers = await this.#askAll();
    // Asked again at once: `doubt` has ended the pause.
    if (doubts !== this.#doubts) return;
    const chosen = chooseWriter(answers, this.#known);
    if ('writer' in chosen) return this.#follow(chosen.writer);
    this.#current = undefined;
    this.#misses += 1;
    if (chosen.reason === this.#reason) return;
    this.#reason = chosen.reason;
    this.#log.warn({ hosts: chosen.reason }, 'no host of the database takes writes: calls wait for one');
  }

  /** All answers, or the first that is newer than what is known: then the silence of a former primary need not be heard out. */
  async #askAll(): Promise<HostAnswer[]> {
    const asked = this.#hosts.map((host) => host.ask());
    const { promise: newer, resolve } = Promise.withResolvers<HostAnswer[]>();
    for (const asking of asked)
      void asking.then((answer) => {
        if (this.#known !== undefined && isNewer(answer, this.#known)) resolve([answer]);
      });
    return Promise.race([newer, Promise.all(asked)]);
  }

  #follow({ name, url, timeline, system }: KnownWriter & { name: string }): void {
    const before = this.#known;
    this.#known = { url, timeline, system: system || (before?.system ?? '') };
    this.#current = url;
    this.#misses = 0;
    if (this.#reason !== '' || before?.url !== url)
      this.#log.info({ host: name, timeline }, 'this host of the database takes writes, and is followed');
    this.#reason = '';
    if (before !== undefined && before.url !== url) this.#moves.emit('move', url);
    for (const { resolve } of this.#waiting) resolve(url);
  }

  #unavailable(): Error {
    return new NoWriter(`none of its hosts takes writes: ${this.#reason}`);
  }
}
