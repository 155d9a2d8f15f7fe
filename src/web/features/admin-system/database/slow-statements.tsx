import type { DatabaseReport } from '#contract/admin-system.ts';
import { Table } from '#web/ui/surfaces.tsx';
import { formatMs } from './database-words.ts';

const NUMBERS = ['Calls', 'Mean', 'Total'];

export function SlowStatements({ statements }: { statements: DatabaseReport['statements'] }) {
  if (statements === null)
    return (
      <p className="adm-text t2">
        This database keeps no statistics of its statements. They appear here once the extension{' '}
        <span className="mono">pg_stat_statements</span> is switched on.
      </p>
    );
  if (statements.length === 0) return <p className="adm-text t2">No statement has been recorded yet.</p>;
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
            <td className="statement mono small">{statement.text}</td>
            <td className="r">{statement.calls.toLocaleString('en-US')}</td>
            <td className="r">{formatMs(statement.meanMs)}</td>
            <td className="r">{formatMs(statement.totalMs)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
