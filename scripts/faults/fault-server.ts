import { setTimeout as wait } from 'node:timers/promises';
import { type ClockServer, type Ended, type Env, startClockServer } from '#test/server-process.ts';
import { type DatabaseProxy, startDatabaseProxy } from './database-proxy.ts';
import type { DatabaseHost } from './database-host.ts';

const ASK_EVERY_MS = 50;
const ASKED_FOR_MS = 5_000;

/** A server that restarts on the same port, with its own proxy to the database and its own clock. */
export class FaultServer {
  readonly url: string;
  readonly proxy: DatabaseProxy;
  /** It has reported not ready to the polling balancer: nothing new is sent to it. */
  isOut = false;
  readonly #env: Env;
  #process: ClockServer | undefined;

  static async open(port: number, env: Env, { connection, socketPath }: DatabaseHost): Promise<FaultServer> {
    const proxy = await startDatabaseProxy(socketPath);
    const { user, password, database } = connection;
    const url = `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${proxy.port}/${database}`;
    return new FaultServer(port, proxy, { ...env, PORT: String(port), DATABASE_URL: url });
  }

  private constructor(port: number, proxy: DatabaseProxy, env: Env) {
    this.url = `http://127.0.0.1:${port}`;
    this.proxy = proxy;
    this.#env = env;
  }

  async start(): Promise<void> {
    this.#process = await startClockServer(this.#env);
  }

  async kill(): Promise<void> {
    await this.#process?.kill();
  }

  /** SIGTERM, as by a supervisor. */
  async stop(): Promise<Ended | undefined> {
    return this.#process?.stop();
  }

  async setClock(aheadMs: number): Promise<void> {
    await this.#process?.setClock(aheadMs);
  }

  async isReady(): Promise<boolean> {
    const signal = AbortSignal.timeout(ASKED_FOR_MS);
    return fetch(`${this.url}/readyz`, { signal }).then(
      async (answer) => {
        await answer.body?.cancel();
        return answer.status === 200;
      },
      () => false,
    );
  }

  /** Polls readiness like a load balancer, until the returned function is called. */
  watch(): () => Promise<void> {
    let isOver = false;
    const watching = (async () => {
      while (!isOver) {
        this.isOut = !(await this.isReady());
        await wait(ASK_EVERY_MS);
      }
      this.isOut = false;
    })();
    return () => {
      isOver = true;
      return watching;
    };
  }

  /** Whether it becomes ready before the timeout. */
  async becomesReady(limitMs: number): Promise<boolean> {
    const until = performance.now() + limitMs;
    for (;;) {
      if (await this.isReady()) return true;
      if (performance.now() > until) return false;
      await wait(ASK_EVERY_MS);
    }
  }

  async dispose(): Promise<void> {
    await this.kill();
    await this.proxy.close();
  }
}
