import { Agent, request } from 'node:http';

export interface Call {
  method: string;
  path: string;
  body?: object;
}

export interface Load {
  url: string;
  headers?: Record<string, string>;
  /** Generates requests; by default a GET of the URL. */
  next?: () => Call;
  connections: number;
  requests: number;
}

export interface Result {
  perSecond: number;
  p50: number;
  p99: number;
}

/** Sends a fixed number of requests over keep-alive connections, each when the previous is answered (closed loop). */
export async function drive({ url, headers = {}, next, connections, requests }: Load): Promise<Result> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let left = requests;
  const started = performance.now();
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      const at = performance.now();
      await once(url, headers, agent, next?.());
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  const seconds = (performance.now() - started) / 1_000;
  agent.destroy();
  return { perSecond: requests / seconds, ...percentiles(times) };
}

/** The same for something other than HTTP. */
export async function repeat(
  work: () => Promise<unknown>,
  { connections, requests }: Pick<Load, 'connections' | 'requests'>,
): Promise<Result> {
  const times: number[] = [];
  let left = requests;
  const started = performance.now();
  const lane = async () => {
    while (left > 0) {
      left -= 1;
      const at = performance.now();
      await work();
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: connections }, lane));
  return { perSecond: requests / ((performance.now() - started) / 1_000), ...percentiles(times) };
}

/** The same where a step has unmeasured parts: each lane times what counts. */
export async function measureLanes(
  lanes: number,
  steps: number,
  step: (lane: number, time: <T>(work: Promise<T>) => Promise<T>) => Promise<void>,
): Promise<Result> {
  const times: number[] = [];
  const run = async (lane: number) => {
    for (let count = 0; count < steps; count += 1)
      await step(lane, async (work) => {
        const at = performance.now();
        const value = await work;
        times.push(performance.now() - at);
        return value;
      });
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => run(lane)));
  // From the sum of the measured times, so that unmeasured parts do not count.
  const perSecond = (lanes * times.length * 1_000) / times.reduce((sum, time) => sum + time, 0);
  return { perSecond, ...percentiles(times) };
}

/** One request over the agent's connections; returns the body, or throws on any status but 200 and 201. */
export function once(url: string, headers: Record<string, string>, agent: Agent, call?: Call): Promise<string> {
  const { method, path, body }: Call = call ?? { method: 'GET', path: '' };
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, agent, headers: { ...headers, ...type } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.once('end', () =>
        answer.statusCode === 200 || answer.statusCode === 201
          ? resolve(Buffer.concat(parts).toString())
          : reject(new Error(`${method} ${url}${path} answered ${answer.statusCode}`)),
      );
    });
    sent.once('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

function percentiles(times: number[]): { p50: number; p99: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
