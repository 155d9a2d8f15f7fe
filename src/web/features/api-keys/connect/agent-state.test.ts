import { describe, expect, test } from 'vitest';
import type { AgentSighting } from '#contract/api-key.ts';
import { clientOf } from '#contract/clients/all-clients.ts';
import { agentStateOf, lastSeen } from './agent-state.ts';

const at = (second: number) => `2026-03-01T10:00:${String(second).padStart(2, '0')}.000Z`;
const sighting = (agent: string, more: Partial<AgentSighting>) =>
  ({
    project_id: 'p1',
    agent,
    first_call_at: null,
    last_call_at: null,
    calls: 0,
    problem: null,
    problem_at: null,
    ...more,
  }) as AgentSighting;

describe('the state of the agents', () => {
  test('is waiting while nobody has called', () => {
    expect(agentStateOf([])).toEqual({ kind: 'waiting' });
  });

  test('names whoever called last', () => {
    const agents = [
      sighting('codex', { first_call_at: at(1), last_call_at: at(9), calls: 3 }),
      sighting('claude-code', { first_call_at: at(2), last_call_at: at(20), calls: 58 }),
    ];
    const wanted = { kind: 'connected', agent: 'claude-code', calls: 58, firstAt: at(2), lastAt: at(20) };
    expect(agentStateOf(agents)).toEqual(wanted);
    expect(agentStateOf(agents.toReversed())).toEqual(wanted);
  });

  test('is a problem only while no call came after it', () => {
    const problem = sighting('An agent', { problem: 'Not set', problem_at: at(10) });
    const before = sighting('claude-code', { last_call_at: at(5), calls: 1 });
    const after = sighting('claude-code', { last_call_at: at(15), calls: 2 });
    for (const agents of [[problem], [problem, before], [before, problem]])
      expect(agentStateOf(agents)).toEqual({ kind: 'problem', sentence: 'Not set', at: at(10) });
    for (const agents of [
      [problem, after],
      [after, problem],
    ])
      expect(agentStateOf(agents)).toMatchObject({ kind: 'connected', lastAt: at(15) });
  });
});

describe('a client', () => {
  const agents = [
    sighting('claude-code', { last_call_at: at(5) }),
    sighting('Claude Code 2', { last_call_at: at(7) }),
    sighting('codex-mcp-client', { last_call_at: at(6) }),
    sighting('Visual Studio Code', { last_call_at: at(8) }),
    sighting('An agent', { problem: 'Not set', problem_at: at(9) }),
  ];

  test.each([
    ['claude', at(7)],
    ['codex', at(6)],
    ['vscode', at(8)],
    ['cursor', undefined],
    ['windsurf', undefined],
    ['gemini', undefined],
  ] as const)('%s is known by the name it gives', (client, seen) => {
    expect(lastSeen(agents, clientOf(client))).toBe(seen);
  });
});
