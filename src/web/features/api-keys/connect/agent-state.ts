import type { AgentSighting } from '#contract/api-key.ts';
import type { AgentClientSpec } from '#contract/clients/client.ts';

/** State of the connection, shown under the configuration. */
export type AgentState =
  | { kind: 'waiting' }
  | { kind: 'connected'; agent: string; calls: number; firstAt: string | null; lastAt: string }
  | { kind: 'problem'; sentence: string; at: string };

/** The latest of all events: a call, or a refused call with its reason. */
export function agentStateOf(sightings: readonly AgentSighting[]): AgentState {
  let state: AgentState = { kind: 'waiting' };
  let latest = '';
  for (const { agent, calls, first_call_at: firstAt, last_call_at: lastAt, problem, problem_at: at } of sightings) {
    if (lastAt !== null && lastAt >= latest) {
      latest = lastAt;
      state = { kind: 'connected', agent, calls, firstAt, lastAt };
    }
    if (problem !== null && at !== null && at > latest) {
      latest = at;
      state = { kind: 'problem', sentence: problem, at };
    }
  }
  return state;
}

/** When a client last called, recognised by the name it gave. */
export function lastSeen(
  sightings: readonly AgentSighting[],
  { seenAs }: Pick<AgentClientSpec, 'seenAs'>,
): string | undefined {
  const seen = sightings.flatMap(({ agent, last_call_at: at }) => (at !== null && seenAs.test(agent) ? [at] : []));
  return seen.toSorted().at(-1);
}
