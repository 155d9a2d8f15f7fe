import { expect, test } from 'vitest';
import { PRD_MAX_CHARACTERS } from '#contract/constants.ts';
import type { ShownBlock, ShownReading } from './shown-reading.ts';
import { tableColumns } from './table-columns.ts';

const block = (kind: ShownBlock['kind'], start_line: number, end_line: number) =>
  ({ kind, start_line, end_line }) as ShownBlock;
const columnsOf = (lines: string[], ...blocks: ShownBlock[]) =>
  tableColumns({ lines, blocks, sections: [], decisions: [], counts: undefined } satisfies ShownReading);

test('rows that are blocks share a template by their longest cells, within bounds', () => {
  const lines = ['| a | b |', '|---|---|', `| ${'x'.repeat(20)} | ${'y'.repeat(90)} |`, '', '| alone |'];
  const columns = columnsOf(lines, block('table', 1, 2), block('row', 3, 3), block('table', 5, 5));
  const template = 'minmax(0, 20fr) minmax(0, 48fr)';
  expect([...columns]).toEqual([
    [1, template],
    [3, template],
  ]);
});

test('a table of more rows than a call may have arguments is measured too', () => {
  // As many as a PRD can have, with a letter and a line break each.
  const rows = PRD_MAX_CHARACTERS / 2;
  const lines = Array.from({ length: rows + 1 }, () => 'a');
  const columns = columnsOf(lines, block('table', 1, rows), block('row', rows + 1, rows + 1));
  expect(columns.get(1)).toBe('minmax(0, 6fr)');
});
