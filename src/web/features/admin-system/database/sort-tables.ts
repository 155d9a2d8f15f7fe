import type { DatabaseReport } from '#contract/admin-system.ts';

export type TableRow = DatabaseReport['tables'][number];
export type TableColumn = 'name' | 'rows' | 'bytes' | 'indexBytes';

export interface TableOrder {
  column: TableColumn;
  direction: 'ascending' | 'descending';
}

/** The first click sorts names ascending and numbers descending; the same column again reverses it. */
export function nextOrder(current: TableOrder | undefined, column: TableColumn): TableOrder {
  if (current?.column === column)
    return { column, direction: current.direction === 'ascending' ? 'descending' : 'ascending' };
  return { column, direction: column === 'name' ? 'ascending' : 'descending' };
}

export function sortTables(tables: readonly TableRow[], order: TableOrder | undefined): readonly TableRow[] {
  if (!order) return tables;
  const { column, direction } = order;
  const sign = direction === 'ascending' ? 1 : -1;
  const byName = (a: TableRow, b: TableRow) => a.name.localeCompare(b.name, 'en');
  const compare = (a: TableRow, b: TableRow) => (column === 'name' ? byName(a, b) : a[column] - b[column]);
  return tables.toSorted((a, b) => sign * compare(a, b) || byName(a, b));
}
