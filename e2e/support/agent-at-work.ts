import { expect } from '@playwright/test';
import { type Agent, connectAgent } from './agent.ts';

/** An agent that holds a baton, and can finish its task. */
export interface AtWork {
  agent: Agent;
  finish(outcome: Record<string, unknown>): Promise<string>;
}

/** Connects an agent under a name and claims a task by number. */
export async function takeTask(
  server: { url: string },
  { apiKey, projectId, name, task }: { apiKey: string; projectId: string; name: string; task: number },
): Promise<AtWork> {
  const agent = await connectAgent(server, { apiKey, projectId, name });
  const taken = await agent.call('task_claim', { id: `T${task}` });
  const token = /\b\d+\.[a-z0-9]{6,}\b/.exec(taken)?.[0];
  expect(token, `the claim of T${task} answers a token: ${taken}`).toBeDefined();
  return {
    agent,
    finish: async (outcome) => {
      const said = await agent.call('task_finish', { id: `T${task}`, baton: token, ...outcome });
      expect(said, 'the finish is taken').not.toMatch(/^[A-Z_]+: /);
      return said;
    },
  };
}
