import type { DatabaseReport } from '#contract/admin-system.ts';
import { Table } from '#web/ui/surfaces.tsx';
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
            <th key={name} scope="col" className="r">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {statements.map((statement) => (
          <tr key={`${statement.text} ${statement.totalMs}`}>
            <td className={cx('statement', typography.mono, typography.small)}>{statement.text}</td>
            <td className="r">{statement.calls.toLocaleString('en-US')}</td>
            <td className="r">{formatMs(statement.meanMs)}</td>
            <td className="r">{formatMs(statement.totalMs)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
