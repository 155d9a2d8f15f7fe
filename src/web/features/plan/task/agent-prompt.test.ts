import { describe, expect, it } from 'vitest';
import type { Note } from '#contract/note.ts';
import { agentPrompt, prdLines } from './agent-prompt.ts';
import { buildPlan, taskOf } from '#test/web/build-plan.ts';

const note = (more: object) =>
  ({
    type: 'FINDING',
    body: 'The clock drifts.',
    author: { kind: 'agent', id: null, name: 'claude-code' },
    is_broadcast: false,
    superseded_by_id: null,
    created_at: '2026-03-02T10:00:00.000Z',
    deleted_at: null,
    ...more,
  }) as Note;

const plan = buildPlan({
  lists: [
    { id: 'l1', name: 'Rate limiter', operational_brief: 'Stay under 2 ms.' },
    { id: 'l2', name: 'Buckets', parent_task_id: 'parent', depth: 1, operational_brief: 'No new services.' },
  ],
  tasks: [
    { id: 'parent', title: 'Token bucket' },
    {
      id: 'guard',
      list: 'l2',
      title: 'Clock-skew guard',
      description: 'Hosts disagree.\n',
      checks: [
        { text: 'Reads one clock', met: true },
        { text: 'Survives skew', met: false },
      ],
      prd_lines: { start: 12, end: 18 },
    },
    { id: 'script', list: 'l2', title: 'Lua script', status: 'done' },
    { id: 'header', list: 'l2', title: 'Retry-After' },
  ],
  waits: [
    ['guard', 'script'],
    ['header', 'guard'],
  ],
});

describe('the text for an agent', () => {
  it('holds path, text, checks, brief, dependencies and notes', () => {
    expect(agentPrompt(plan, taskOf(plan, 'guard'), [note({})])).toBe(`# T2 Clock-skew guard

Project: Harbor API (p1)
Path: Rate limiter > T1 Token bucket
Status: open
Task id: guard
PRD lines 12-18

## Description

Hosts disagree.

## Done when

- [x] Reads one clock
- [ ] Survives skew

## Operational brief: Buckets

No new services.

## Blocked by

- T3 Lua script (done)

## Blocks

- T4 Retry-After (open)

## Recent notes

### Finding, 2026-03-02T10:00:00.000Z, claude-code

The clock drifts.
`);
  });

  it('leaves out what Baton wrote itself, what was replaced, and more than ten notes', () => {
    const notes = [
      note({ body: 'status changed', is_broadcast: true }),
      note({ body: 'old news', superseded_by_id: 'n2' }),
      ...Array.from({ length: 12 }, (_, i) => note({ body: `note ${i}` })),
    ];
    const text = agentPrompt(plan, taskOf(plan, 'guard'), notes);
    expect(text).not.toContain('status changed');
    expect(text).not.toContain('old news');
    expect(text).toContain('note 9');
    expect(text).not.toContain('note 10');
  });

  it('has no empty sections, and names the subtasks of a parent with their brief', () => {
    const text = agentPrompt(plan, taskOf(plan, 'parent'), []);
    expect(text).not.toMatch(/## (Description|Done when|Blocked by|Blocks|Recent notes)/);
    expect(text).toContain('## Operational brief for its subtasks\n\nNo new services.');
    expect(text).toContain('- T2 Clock-skew guard (open)');
  });

  it('begins with the question and its answer, and does not repeat their notes', () => {
    const at = '2026-03-02T10:00:00.000Z';
    const question = {
      id: 'q',
      text: 'Whose clock counts?',
      seen: '',
      options: [{ label: 'The database’s', consequence: 'One clock' }],
      asked_by: { kind: 'agent', id: null, name: 'codex' },
      asked_at: at,
      answer: {
        text: 'Once an hour.',
        option: 1,
        decide: false,
        by: { kind: 'user', id: null, name: 'Mira' },
        at,
        taken_up_at: null,
      },
    };
    const task = { ...taskOf(plan, 'guard'), question } as ReturnType<typeof taskOf>;
    const said = agentPrompt(plan, task, [note({ question_id: 'q', body: 'To be left out' }), note({})]);
    expect(said).toContain(
      `## Question\n\nQuestion from codex, ${at}: Whose clock counts?\n\n1. The database’s: One clock\n\n` +
        `Answer from Mira, ${at}: The database’s. Once an hour.\n\n## Description`,
    );
    expect(said).not.toContain('To be left out');
    expect(said).toContain('The clock drifts.');
  });
});

it('names one PRD line or a range', () => {
  expect(prdLines({ start: 4, end: 4 })).toBe('PRD line 4');
  expect(prdLines({ start: 4, end: 9 })).toBe('PRD lines 4-9');
});
