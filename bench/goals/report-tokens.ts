import type { Agent } from 'node:http';
import { once } from '../load.ts';
import type { BenchStore } from './bench-store.ts';
import { type Plan, batonIn, callRaw } from './tool-probes.ts';

/** What an agent's context costs: bytes, and tokens of four bytes each. */
export async function reportTokens(store: BenchStore, plan: Plan, agent: Agent): Promise<void> {
  const headers = { authorization: `Bearer ${store.key}`, accept: 'application/json, text/event-stream' };
  const list = await once(store.server.url, headers, agent, {
    method: 'POST',
    path: `/mcp/${plan.projectId}`,
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
  });
  const { result } = JSON.parse(list) as { result: { tools: unknown[] } };
  const receipts: [string, string][] = [['tools/list', JSON.stringify(result.tools)]];
  const pay = async (label: string, name: string, args: object) => {
    const text = await callRaw(store, plan, agent, 0, name, args);
    receipts.push([label, text]);
    return text;
  };
  await pay('orient', 'orient', {});
  await pay('orient since', 'orient', { since: 1 });
  await pay('plan_read', 'plan_read', {});
  await pay('plan_read ready', 'plan_read', { status: 'ready' });
  await pay('plan_read ready 1', 'plan_read', { status: 'ready', limit: 1 });
  await pay('plan_read q', 'plan_read', { q: 'label printer' });
  await pay('task_get', 'task_get', { id: 'T500' });
  await pay('note', 'note', { type: 'finding', body: 'The scale rounds up.', task: 'T500' });
  const claimed = await pay('task_claim', 'task_claim', {});
  await pay('task_finish', 'task_finish', { ...batonIn(claimed), outcome: 'release', summary: 'Not done today.' });
  await pay('plan_edit', 'plan_edit', { ops: [{ op: 'add', title: 'Weigh twice', parent: 'T3' }], dry_run: true });
  await pay('checkpoint save', 'checkpoint', { action: 'save', name: 'Before the weekend' });
  console.log(`\nTokens (bytes / 4) of an answer, project of ${plan.name} tasks`);
  for (const [label, text] of receipts) {
    const bytes = Buffer.byteLength(text);
    console.log(
      `${label.padEnd(18)}${String(bytes).padStart(7)} bytes ${String(Math.ceil(bytes / 4)).padStart(6)} tokens`,
    );
  }
}
