import type { DatabaseReport } from '#contract/admin-system.ts';
import { NumberCell, NumberHead, Table } from '#web/ui/table.tsx';
import { formatMs } from './database-words.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

const NUMBERS = ['Calls', 'Mean', 'Total'];

export function SlowStatements({ statements }: { statements: DatabaseReport['statements'] }) {
  if (statements === null)
    return (
      <p className={cx('adm-text', typography.secondary)}>
        This database keeps no statistics of its statements. They appear here once the extension{' '}
        <span className={typography.mono}>pg_stat_statements</span> is switched on.
      </p>
    );
  if (statements.length === 0)
    return <p className={cx('adm-text', typography.secondary)}>No statement has been recorded yet.</p>;
  return (
    <Table label="Slowest statements" className="adm-table">
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
            <td className={cx('statement', typography.mono, typography.small)}>{statement.text}</td>
            <NumberCell>{statement.calls.toLocaleString('en-US')}</NumberCell>
            <NumberCell>{formatMs(statement.meanMs)}</NumberCell>
            <NumberCell>{formatMs(statement.totalMs)}</NumberCell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
