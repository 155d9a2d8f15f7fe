import type { Agent } from 'node:http';
import { PLAN_OPS_MAX } from '#contract/constants.ts';
import type { Probe } from '../interleave.ts';
import { once } from '../load.ts';
import { type McpClient, connectHttp } from '../mcp-client.ts';
import type { BenchStore } from './bench-store.ts';

export interface Plan {
  name: string;
  projectId: string;
  /** Number of tasks; calls are spread over all of them. */
  tasks: number;
}

export interface ToolProbes {
  get: Probe;
  next: Probe;
  note: Probe;
  edit: Probe;
  search: Probe;
  /** Over raw HTTP, a claim and its finish in one step. */
  work: Probe;
  close(): Promise<void>;
}

/** The label of a call in a plan: "get in 1,000". */
export const labelOf = (call: string, { name }: Plan): string => `${call} in ${name}`;

const WORDS = ['customs', 'signatures', 'label printer', 'refund'];

/** Agents' calls in one plan: by the official client, and by raw HTTP where the client's cost would hide ours. */
export async function openToolProbes(store: BenchStore, plan: Plan, agent: Agent, lanes: number): Promise<ToolProbes> {
  const clients: McpClient[] = [];
  const url = `${store.server.url}/mcp/${plan.projectId}`;
  for (let lane = 0; lane < lanes; lane += 1)
    clients.push(await connectHttp(url, { authorization: `Bearer ${store.key}`, 'x-agent-name': `lane-${lane}` }));
  const call = (lane: number, name: string, args: Record<string, unknown>) =>
    clients[lane]?.call(name, args) ?? Promise.reject(new Error('there is no such lane'));
  let count = 0;
  const someTask = () => `T${1 + ((count += 37) % plan.tasks)}`;
  const probe = (label: string, work: (lane: number) => Promise<unknown>): Probe => ({
    step: (lane, time) => time(labelOf(label, plan), () => work(lane)),
    pid: store.server.pid,
  });
  return {
    get: probe('get', (lane) => call(lane, 'task_get', { id: someTask() })),
    next: probe('next', (lane) => call(lane, 'plan_read', { status: 'ready', limit: 1 })),
    note: probe('note', (lane) =>
      call(lane, 'note', { type: 'progress', body: 'The printer answers again.', task: someTask() }),
    ),
    edit: openEdit(probe, plan, call),
    search: probe('search', (lane) => call(lane, 'plan_read', { q: WORDS[(count += 1) % WORDS.length] })),
    work: openWork(store, plan, agent),
    close: async () => void (await Promise.all(clients.map((client) => client.close()))),
  };
}

/** One task per lane, every tenth from the end of the plan, alternating between done and open. */
function openEdit(
  probe: (label: string, work: (lane: number) => Promise<unknown>) => Probe,
  { tasks }: Plan,
  call: (lane: number, name: string, args: Record<string, unknown>) => Promise<string>,
): Probe {
  const isDone: boolean[] = [];
  return probe('plan_edit', (lane) => {
    isDone[lane] = isDone[lane] !== true;
    const op = { op: 'update', id: `T${tasks - 10 * lane}`, status: isDone[lane] ? 'done' : 'open' };
    return call(lane, 'plan_edit', { ops: [op] });
  });
}

/** Reopens what a round has finished before the next one, over MCP. */
function openWork(store: BenchStore, plan: Plan, agent: Agent): Probe {
  const finished: string[] = [];
  const call = (lane: number, name: string, args: object) => callRaw(store, plan, agent, lane, name, args);
  return {
    pid: store.server.pid,
    async step(lane, time) {
      const claimed = await time(labelOf('claim', plan), () => call(lane, 'task_claim', {}));
      const baton = batonIn(claimed);
      const words = { outcome: 'done', summary: 'Printed and checked.', evidence: 'It prints.' };
      await time(labelOf('finish', plan), () => call(lane, 'task_finish', { ...baton, ...words }));
      finished.push(baton.id);
    },
    async after() {
      while (finished.length > 0) {
        const ops = finished.splice(0, PLAN_OPS_MAX).map((id) => ({ op: 'update', id, status: 'open' }));
        await call(0, 'plan_edit', { ops });
      }
    },
  };
}

/** One tool call over MCP by raw HTTP, in revision 2025-11-25; returns its text. */
export async function callRaw(
  { server, key }: BenchStore,
  { projectId }: Plan,
  agent: Agent,
  lane: number,
  name: string,
  args: object,
): Promise<string> {
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-11-25',
    'x-agent-name': `lane-${lane}`,
  };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
  const answer = await once(server.url, headers, agent, { method: 'POST', path: `/mcp/${projectId}`, body });
  const { result } = JSON.parse(answer) as { result?: { content: { text: string }[]; isError?: boolean } };
  const text = result?.content[0]?.text ?? '';
  if (result === undefined || result.isError === true) throw new Error(`${name} failed: ${text || answer}`);
  return text;
}

export function batonIn(text: string): { id: string; baton: string } {
  const [id, baton] = [/^Yours: (T\d+)/m.exec(text)?.[1], /baton (\d+\.\w+)/.exec(text)?.[1]];
  if (id === undefined || baton === undefined) throw new Error(`no baton in: ${text}`);
  return { id, baton };
}
