import type { Nodes } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { toString } from 'mdast-util-to-string';
import { expect, test } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { TimelineKind } from '#contract/timeline.ts';
import { newId } from '#server/platform/id.ts';
import type { TimelineRow } from './queries.ts';
import { makeReport } from './rules.ts';
import { writeReport } from './write-report.ts';

const BEGIN = Date.UTC(2026, 2, 16, 10);
const project = { id: newId(), name: 'Harbor' };
const since = new Date(BEGIN).toISOString();
const facts = { finding: null, waiting: [], needs_you: 0, next: null };

/** Counts how often the kind of an entry is looked at. */
function countingRows(many: number) {
  let looks = 0;
  const kinds: TimelineKind[] = ['finished', 'stopped', 'reopened', 'took_over'];
  const rows = Array.from({ length: many }, (_, place): TimelineRow => {
    const kind = kinds[place % kinds.length] ?? 'finished';
    return {
      id: newId(),
      at: new Date(BEGIN + place),
      get kind() {
        looks += 1;
        return kind;
      },
      who_kind: 'agent',
      who: `agent ${place % 7}`,
      task_id: newId(),
      list_id: newId(),
      is_open: false,
      data: { number: place + 1, title: 'One' },
    };
  });
  return { rows, looks: () => looks };
}

test('a report of thousands of entries looks at each of them a few times, however many there are', () => {
  const { rows, looks } = countingRows(4_000);
  const lists = rows.map(({ list_id }) => ({ id: list_id as Id, name: 'List', done: 1, tasks: 1 }));
  const report = makeReport({ project, since, until: since, rows, facts: { ...facts, lists } });
  expect([report.done.length, report.stopped.length, report.lists.length]).toEqual([1_000, 1_000, 4_000]);
  expect(looks() / rows.length).toBeLessThan(30);
});

/** A report in which this name begins the paragraph and a line of each list. */
function writtenWith(who: string): string {
  const kinds: TimelineKind[] = ['stopped', 'planned'];
  const rows = kinds.map((kind): TimelineRow => ({
    id: newId(),
    at: new Date(BEGIN + 1),
    kind,
    who_kind: 'agent',
    who,
    task_id: newId(),
    list_id: null,
    is_open: false,
    data: { number: 1, title: 'One' },
  }));
  const report = makeReport({ project, since, until: since, rows, facts: { ...facts, lists: [] } });
  const writing = { url: 'https://baton.example', zone: 'UTC', now: new Date(BEGIN) };
  return writeReport([{ ...report, plan_changes: [] }, report], writing);
}

const outline = (node: Nodes): unknown =>
  'children' in node ? [node.type, ...node.children.map((child) => outline(child))] : node.type;

test.each(['# all', '> all', '- all', '+ all', '1. all', '12) all', '---', '===', '[x](https://evil.example)', '<b>'])(
  'a name such as %j is text also where it begins a line of the report',
  (who) => {
    const read = fromMarkdown(writtenWith(who));
    expect(outline(read)).toEqual(outline(fromMarkdown(writtenWith('codex'))));
    expect(toString(read)).toBe(toString(fromMarkdown(writtenWith('codex'))).replaceAll('codex', who));
  },
);
