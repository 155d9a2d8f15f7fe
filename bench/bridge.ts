import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Result, measureLanes } from './load.ts';

const ROOT = join(import.meta.dirname, '..');
const CALLS = 400;
const WARM_UP = 100;

interface Place {
  url: string;
  key: string;
  projectId: string;
  /** Numbers of tasks to read, from 1. */
  tasks: number;
}

export interface BridgeCosts {
  /** A server on standard input that answers at once: what the pipe itself costs. */
  empty: Result;
  /** `task_get` through `baton mcp`. */
  get: Result;
}

/** What a read through `baton mcp` takes, beside an empty server over the same pipe, in turns. */
export async function measureBridge({ url, key, projectId, tasks }: Place): Promise<BridgeCosts> {
  const home = mkdtempSync(join(tmpdir(), 'baton-bridge-'));
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    BATON_URL: url,
    BATON_API_KEY: key,
    BATON_PROJECT: projectId,
  };
  const bridge = speakTo(spawn(process.execPath, [join(ROOT, 'src/cli/main.ts'), 'mcp'], { env, cwd: home }));
  const empty = speakTo(spawn(process.execPath, ['-e', EMPTY], { env, cwd: home }));
  let count = 0;
  const get = () => ({ name: 'task_get', arguments: { id: `T${1 + ((count += 1) % tasks)}` } });
  const measure = (to: Speaker, calls: number) =>
    measureLanes(1, calls, async (_, time) => void (await time(to.call(get()))));
  try {
    await bridge.ask('initialize', INITIALIZE);
    for (const each of [empty, bridge]) await measure(each, WARM_UP);
    const rounds: BridgeCosts[] = [];
    for (let round = 0; round < 3; round += 1)
      rounds.push({ empty: await measure(empty, CALLS), get: await measure(bridge, CALLS) });
    const best = (name: keyof BridgeCosts) =>
      rounds.map((round) => round[name]).reduce((a, b) => (b.p50 < a.p50 ? b : a));
    return { empty: best('empty'), get: best('get') };
  } finally {
    bridge.end();
    empty.end();
    rmSync(home, { recursive: true, force: true });
  }
}

const INITIALIZE = {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'bench', version: '1' },
};

/** Answers every line with one of the size of a brief. */
const EMPTY = `
  const text = 'x'.repeat(900);
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id } = JSON.parse(line);
    process.stdout.write(JSON.stringify({ result: { content: [{ type: 'text', text }] }, jsonrpc: '2.0', id }) + '\\n');
  });`;

interface Speaker {
  ask(method: string, params: object): Promise<unknown>;
  call(params: object): Promise<unknown>;
  end(): void;
}

function speakTo(child: ChildProcess): Speaker {
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('the child has no pipes');
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  createInterface({ input: stdout }).on('line', (line) => {
    const { id, result, error } = JSON.parse(line) as { id: number; result?: { isError?: boolean }; error?: object };
    if (result === undefined || result.isError === true)
      waiting.get(id)?.reject(new Error(JSON.stringify(error ?? result)));
    else waiting.get(id)?.resolve(result);
    waiting.delete(id);
  });
  const ask = (method: string, params: object) => {
    const asked = Promise.withResolvers<unknown>();
    waiting.set((last += 1), asked);
    stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: last, method, params })}\n`);
    return asked.promise;
  };
  return { ask, call: (params) => ask('tools/call', params), end: () => void child.kill() };
}
