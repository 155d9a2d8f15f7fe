import { ArrowDown, ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { NumberCell, NumberHead } from '#web/ui/table.tsx';
import { AdminTable } from '../admin-table.tsx';
import { formatSize } from '../format-size.ts';
import { nextOrder, sortTables, type TableColumn, type TableOrder, type TableRow } from './sort-tables.ts';
import typography from '#web/styles/typography.module.css';
import styles from './database-tables.module.css';

const COLUMNS: readonly { column: TableColumn; label: string }[] = [
  { column: 'name', label: 'Table' },
  { column: 'rows', label: 'Rows' },
  { column: 'bytes', label: 'Size' },
  { column: 'indexBytes', label: 'Index size' },
];

/** In the server's order until a column is sorted. */
export function DatabaseTables({ tables }: { tables: readonly TableRow[] }) {
  const [order, setOrder] = useState<TableOrder>();
  return (
    <AdminTable label="Tables">
      <thead>
        <tr>
          {COLUMNS.map(({ column, label }) => (
            <Heading
              key={column}
              label={label}
              isNumber={column !== 'name'}
              sorted={order?.column === column ? order.direction : undefined}
              onSort={() => setOrder(nextOrder(order, column))}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {sortTables(tables, order).map((table) => (
          <tr key={table.name}>
            <td className={typography.mono}>{table.name}</td>
            <NumberCell>
              {table.isEstimate && <span className={typography.tertiary}>about </span>}
              {table.rows.toLocaleString('en-US')}
            </NumberCell>
            <NumberCell>{formatSize(table.bytes)}</NumberCell>
            <NumberCell>{formatSize(table.indexBytes)}</NumberCell>
          </tr>
        ))}
      </tbody>
    </AdminTable>
  );
}

interface HeadingProps {
  label: string;
  isNumber: boolean;
  sorted: TableOrder['direction'] | undefined;
  onSort: () => void;
}

function Heading({ label, isNumber, sorted, onSort }: HeadingProps) {
  const Head = isNumber ? NumberHead : 'th';
  return (
    <Head scope="col" aria-sort={sorted ?? 'none'}>
      <button type="button" className={styles.sorter} onClick={onSort}>
        {label}
        {sorted && (sorted === 'ascending' ? <ArrowUp /> : <ArrowDown />)}
      </button>
    </Head>
  );
}
