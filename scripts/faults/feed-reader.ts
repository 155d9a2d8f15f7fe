import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import type { Id } from '#contract/fields.ts';
import type { FaultServer } from './fault-server.ts';

const PAUSE_MS = 100;

/** Follows a project's feed, loses its connection now and then, and resumes at another server. */
export class FeedReader {
  readonly projectId: Id;
  readonly #heard: string[] = [];
  readonly #gone = new AbortController();
  readonly #key: string;
  readonly #random: () => number;
  #last = 0;
  connections = 0;
  /** Numbers that were not the next one. */
  gaps = 0;

  constructor(projectId: Id, key: string, random: () => number) {
    this.projectId = projectId;
    this.#key = key;
    this.#random = random;
  }

  get heard(): number {
    return this.#heard.length;
  }

  /** Reads until aborted. */
  async read(servers: readonly FaultServer[], place: number): Promise<void> {
    for (let turn = place; !this.#gone.signal.aborted; turn += 1) {
      const server = servers[turn % servers.length];
      if (server === undefined) return;
      await this.#follow(server.url).catch(() => undefined);
      await wait(PAUSE_MS, undefined, { signal: this.#gone.signal }).catch(() => undefined);
    }
  }

  /** Waits until it has received everything; false at the timeout. */
  async catchUp(pool: pg.Pool, limitMs: number): Promise<boolean> {
    const until = performance.now() + limitMs;
    for (;;) {
      const { rows } = await pool.query<{ seq: number }>('select seq::int from feed_heads where scope = $1', [
        `project:${this.projectId}`,
      ]);
      if (this.#last >= (rows[0]?.seq ?? 0)) return true;
      if (performance.now() > until) return false;
      await wait(PAUSE_MS);
    }
  }

  leave(): void {
    this.#gone.abort();
  }

  /** How many of its events differ from the database's at the same number. */
  async countDifferences(pool: pg.Pool): Promise<number> {
    const { rows } = await pool.query<{ line: string }>(
      `select seq || ' ' || type as line from events where scope = $1 order by seq`,
      [`project:${this.projectId}`],
    );
    const differing = rows.filter(({ line }, place) => this.#heard[place] !== line).length;
    return differing + Math.max(0, this.#heard.length - rows.length);
  }

  async #follow(url: string): Promise<void> {
    const left = new AbortController();
    const signal = AbortSignal.any([left.signal, this.#gone.signal]);
    const response = await fetch(`${url}/api/projects/${this.projectId}/events`, {
      headers: { authorization: `Bearer ${this.#key}`, 'last-event-id': String(this.#last) },
      signal,
    });
    if (response.status !== 200 || response.body === null) return response.body?.cancel();
    this.connections += 1;
    const enough = this.#heard.length + 20 + Math.floor(this.#random() * 200);
    let waiting = '';
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const whole = `${waiting}${chunk}`.split('\n\n');
      waiting = whole.pop() ?? '';
      for (const message of whole) this.#take(message);
      if (this.#heard.length > enough) left.abort();
    }
  }

  #take(message: string): void {
    const data = /^event: change\ndata: (.*)$/m.exec(message)?.[1];
    if (data === undefined) return;
    const { seq, type } = JSON.parse(data) as { seq: number; type: string };
    if (seq !== this.#last + 1) this.gaps += 1;
    this.#last = seq;
    this.#heard.push(`${seq} ${type}`);
  }
}
