import { type Doc, type Node, walkNodes } from './document.ts';
import { readTable } from './judge-tables.ts';

const KEY_MAX = 500;
const SEPARATOR = '\u0000';

/** Reads every table by its columns. Tables with the same columns are read alike, as if they were one. */
export function readTables({ sections }: Doc): void {
  const tables = sections.flatMap(({ nodes }) => [...walkNodes(nodes)].filter(({ kind }) => kind === 'table'));
  for (const alike of Map.groupBy(tables, columnsKey).values()) {
    const [first] = alike;
    if (first?.table == null) continue;
    const { head } = first.table;
    const reading = readTable({ head, rows: alike.flatMap(({ table }) => table?.rows ?? []) });
    for (const node of alike) node.reading = node.table?.rows.length === 0 ? 'context' : reading;
  }
}

const columnsKey = ({ table }: Node) => table?.head.join(SEPARATOR).slice(0, KEY_MAX).toLowerCase() ?? '';
