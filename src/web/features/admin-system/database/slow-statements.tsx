import type { DatabaseReport } from '#contract/admin-system.ts';
import { NumberCell, NumberHead } from '#web/ui/table.tsx';
import { AdminTable } from '../admin-table.tsx';
import { PartText } from '../page-parts.tsx';
import { formatMs } from './database-words.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './slow-statements.module.css';

const NUMBERS = ['Calls', 'Mean', 'Total'];

export function SlowStatements({ statements }: { statements: DatabaseReport['statements'] }) {
  if (statements === null)
    return (
      <PartText>
        This database keeps no statistics of its statements. They appear here once the extension{' '}
        <span className={typography.mono}>pg_stat_statements</span> is switched on.
      </PartText>
    );
  if (statements.length === 0) return <PartText>No statement has been recorded yet.</PartText>;
  return (
    <AdminTable label="Slowest statements">
      <thead>
        <tr>
          <th scope="col">Statement</th>
          {NUMBERS.map((name) => (
            <NumberHead key={name}>{name}</NumberHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {statements.map((statement) => (
          <tr key={`${statement.text} ${statement.totalMs}`}>
            <td className={cx(styles.statement, typography.mono, typography.small)}>{statement.text}</td>
            <NumberCell>{statement.calls.toLocaleString('en-US')}</NumberCell>
            <NumberCell>{formatMs(statement.meanMs)}</NumberCell>
            <NumberCell>{formatMs(statement.totalMs)}</NumberCell>
          </tr>
        ))}
      </tbody>
    </AdminTable>
  );
}
