import { useQuery } from '@tanstack/react-query';
import type { AgentSighting } from '#contract/api-key.ts';
import { call, callEvery } from '#web/lib/net/api.ts';
import { isComing } from '#web/lib/net/is-coming.ts';
import { queryKeys } from '#web/lib/net/query-keys.ts';
import { type AgentState, agentStateOf } from './connect/agent-state.ts';

const POLL = 2_000;
const SLOW_POLL = 10_000;

/** staleTime 0: another tab may have made or replaced the key. */
export const useApiKey = () =>
  useQuery({ queryKey: queryKeys.apiKey, queryFn: () => call('GET /api/auth/api-key'), staleTime: 0 });

/** Polled every two seconds while the tab is visible. */
export const useProjectAgents = (projectId: string) =>
  useQuery({
    queryKey: queryKeys.agents(projectId),
    queryFn: () => callEvery('GET /api/agents', { project_id: projectId }),
    staleTime: 0,
    refetchInterval: POLL,
  });

/** All agents that called with the account's key. */
export const useAgents = () =>
  useQuery({
    queryKey: queryKeys.agents(undefined),
    queryFn: () => callEvery('GET /api/agents'),
    staleTime: 0,
    refetchInterval: SLOW_POLL,
  });

const hasCalled = (agents: readonly AgentSighting[] | undefined) =>
  agents?.some(({ last_call_at: at }) => at !== null) === true;

/** Whether any agent of the account has ever called; polled until one has. Undefined while unknown, or not asked for. */
export function useFirstCall(isWanted: boolean): { agent: AgentState | undefined; isComing: boolean } {
  const asked = useQuery({
    queryKey: queryKeys.agents(undefined),
    queryFn: () => callEvery('GET /api/agents'),
    enabled: isWanted,
    refetchInterval: ({ state }) => (hasCalled(state.data) ? false : POLL),
  });
  return { agent: asked.data && agentStateOf(asked.data), isComing: isComing(asked) };
}
