import { expect, test } from 'vitest';
import { Agent } from '../agent.ts';
import { customClient } from '../clients/custom-client.ts';
import { agentLine, blockLines, resultLines, summaryLines } from './lines.ts';
import { paintAnsi } from './paint.ts';
import { plainResult } from './plain-screen.ts';
import type { ShownResult, ShownRun } from './shown.ts';
import { cutTo, fit, oneLine, textWidth } from './text-width.ts';

const NOW = new Date('2026-03-16T18:40:00Z');
const ago = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const HOSTILE =
  'Zeile\u001b[2J\u001b]0;owned\u0007 漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字 👩‍🚀 \u202egnp\nnext\trow --force';

function agentAt(title: string, name = 'codex-2'): Agent {
  const agent = new Agent(name, customClient(['codex']), ago(60));
  agent.enter('verifying', ago(48), 'npm test');
  agent.task = { id: 'a', number: 14, title, fence: 3, token: '3.x', since: ago(360) };
  agent.branch = 'baton/T14-seed-keys';
  agent.movedAt = ago(2);
  return agent;
}

const RESULT: ShownResult = {
  at: NOW,
  number: 17,
  title: 'Meter calls per key and hour',
  agent: 'claude-code-1',
  outcome: 'done',
  reason: '',
  try: 1,
  tries: 3,
  isVerified: true,
  mergedInto: 'main',
  branch: 'baton/T17-meter',
  diff: { files: 4, insertions: 124, deletions: 18 },
  seconds: 38 * 60,
  details: [],
};

const runOf = (agents: Agent[]): ShownRun => ({
  agents,
  counts: { done: 3, failed: 0, skipped: 1, givenBack: 0, retried: 1 },
  ready: 7,
  next: ['T11 Retry-After header math', 'T12 Burst allowance'],
  startedAt: ago(58 * 60),
  isPaused: false,
  stopping: undefined,
  notice: undefined,
});
const SIZE = { columns: 100, rows: 40 };

test('a line never has more columns than the terminal, whatever the title', () => {
  for (const columns of [20, 40, 59, 60, 79, 80, 99, 100, 120])
    for (const title of ['Seed 200,000 keys', HOSTILE, '', '漢'.repeat(300), 'x'.repeat(5_000)]) {
      const agent = agentAt(title);
      const lines = [
        agentLine(agent, NOW, columns, 13),
        ...resultLines({ ...RESULT, title, reason: title, outcome: 'skipped', details: [title] }, columns),
        ...blockLines({ ...runOf([agent]), next: [title] }, NOW, { columns, rows: 24 }),
      ];
      for (const line of lines) {
        expect(textWidth(line), line).toBeLessThanOrEqual(Math.max(columns, 40));
        expect(line).not.toMatch(/[\p{Cc}\u202e]/u);
      }
    }
});

test('100 columns show who, task, title, step, times and branch', () => {
  const line = agentLine(agentAt('Seed 200,000 keys'), NOW, 100, 13);
  expect(line).toMatch(/^● codex-2 +T14 +Seed 200,000 keys +verifying npm test +6m +2s baton\/T14-seed-keys$/);
});

test('a narrower terminal loses the branch first, then the title, then the times', () => {
  const agent = agentAt('Seed 200,000 keys');
  expect(agentLine(agent, NOW, 90, 13)).toMatch(/^● codex-2 +T14 +Seed 200,000 keys +verifying npm test +6m +2s$/);
  expect(agentLine(agent, NOW, 62, 13)).toMatch(/^● codex-2 +T14 +verifying npm test +6m +2s$/);
  expect(agentLine(agent, NOW, 50, 13)).toMatch(/^● codex-2 +T14 +verifying npm test$/);
});

test('an agent without a task says why', () => {
  const agent = new Agent('codex-2', customClient(['codex']), NOW);
  agent.enter('free', NOW, 'nothing ready: T15 waits for T14');
  expect(agentLine(agent, NOW, 100, 13)).toMatch(/^○ codex-2 +free: nothing ready: T15 waits for T14$/);
});

test('the block has the counts, every agent, what is next and the keys', () => {
  const lines = blockLines(runOf([agentAt('Seed keys')]), NOW, SIZE);
  expect(lines[1]).toMatch(/^── 1 at work · 7 ready · 3 done · 1 to retry · 1 skipped ─+ 58m ──$/);
  expect(textWidth(lines[1] ?? '')).toBe(100);
  expect(lines[3]).toBe('  next  T11 Retry-After header math · T12 Burst allowance');
  expect(lines.at(-1)).toContain('p pause   f finish current tasks, then stop   1 follow output');
});

test('more than eight agents take half the height at most', () => {
  const agents = Array.from({ length: 16 }, (_, index) => agentAt('Seed keys', `codex-${index + 1}`));
  const lines = blockLines(runOf(agents), NOW, { columns: 100, rows: 24 });
  expect(lines.length).toBeLessThanOrEqual(14);
  expect(lines).toContain('  +8 more');
  expect(blockLines(runOf(agents), NOW, { columns: 100, rows: 60 })).toHaveLength(16 + 5);
});

test('stops, pauses and a server that is away are said in the block', () => {
  const agents = [agentAt('Seed keys')];
  const said = (change: Partial<ShownRun>) => blockLines({ ...runOf(agents), ...change }, NOW, SIZE).join('\n');
  expect(said({ stopping: 'finish' })).toContain('Stopping after 1 task; Ctrl+C again stops now.');
  expect(said({ stopping: 'now' })).toContain('Stopping now: batons are handed back');
  expect(said({ isPaused: true })).toContain('Paused: 1 agent finishes its task');
  expect(said({ notice: 'The server is away' })).toContain('The server is away');
});

test('a result is one line with its figures, and what does not fit goes below it', () => {
  expect(resultLines(RESULT, 100)).toEqual([
    expect.stringMatching(
      /^\d+:\d\d +✓ T17 +Meter calls per key and hour +claude-code-1 +done, verified +\+124 −18 +38m$/,
    ),
  ]);
  const failed = resultLines(
    {
      ...RESULT,
      outcome: 'tried_again',
      reason: 'npm test failed',
      try: 2,
      details: ['once.test.ts:41 expected 1, got 2'],
    },
    100,
  );
  expect(failed[0]).toContain('try 2/3 failed');
  expect(failed[0]).not.toContain('npm test');
  expect(failed.slice(1).map((line) => line.trim())).toEqual(['npm test failed', 'once.test.ts:41 expected 1, got 2']);
  const [blocked = ''] = resultLines({ ...RESULT, outcome: 'blocked', reason: 'The harbour is closed all week.' }, 100);
  const [done = ''] = resultLines(RESULT, 100);
  expect(blocked.indexOf('claude-code-1')).toBe(done.indexOf('claude-code-1'));
  expect(resultLines(RESULT, 50)[0]).toMatch(/^\d+:\d\d +✓ T17 +Meter calls/);
});

test('colour changes nothing but the colour', () => {
  const agent = agentAt('Seed keys');
  const plain = blockLines(runOf([agent]), NOW, SIZE);
  const painted = blockLines(runOf([agent]), NOW, SIZE, paintAnsi);
  // oxlint-disable-next-line no-control-regex
  expect(painted.map((line) => line.replaceAll(/\u001b\[[\d;]*m/g, ''))).toEqual(plain);
  expect(painted.join('')).toContain('\u001b[38;5;208m');
});

test('without a terminal a result is one sentence', () => {
  expect(plainResult(RESULT)).toEqual([
    'T17 Meter calls per key and hour: done (verified, merged into main, +124 −18, 38m, claude-code-1)',
  ]);
});

test('the summary lists what waits for a person', () => {
  const lines = summaryLines({
    end: 'Nothing is ready any more.',
    counts: { done: 3, failed: 1, skipped: 0, givenBack: 2, retried: 4 },
    insertions: 240,
    deletions: 12,
    ms: 3_600_000,
    tokens: 1_250_000,
    costUsd: 4.5,
    branches: ['baton/T14-seed'],
    needsYou: ['T23 Apply each event once: npm test failed 3 times'],
  });
  expect(lines.join('\n')).toContain(
    '3 done · 4 to retry · 1 failed · 2 given back · +240 −12 · 1h · 1.3M tokens · $4.50',
  );
  expect(lines.join('\n')).toContain('Branches that wait for you:\n  baton/T14-seed\nNeeds you:\n  T23 Apply');
});

test('widths count what a terminal draws', () => {
  expect(textWidth('漢字')).toBe(4);
  expect(textWidth('e\u0301')).toBe(1);
  expect(textWidth('👍')).toBe(2);
  expect(cutTo('漢字漢字', 5)).toBe('漢字…');
  expect(fit('漢字漢字', 6)).toBe('漢字… ');
  expect(oneLine('a\u001b[31mb\u0007\n\u202ec')).toBe('ab c');
});
