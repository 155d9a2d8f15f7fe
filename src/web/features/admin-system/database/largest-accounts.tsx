import { Link } from 'react-router';
import type { DatabaseReport } from '#contract/admin-system.ts';
import { paths } from '#web/paths.ts';
import { NumberCell, NumberHead, Table } from '#web/ui/table.tsx';
import { formatStorage } from '../format-size.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';

/** Who keeps most, each with the way to the account. */
export function LargestAccounts({ accounts }: { accounts: DatabaseReport['largest'] }) {
  if (accounts.length === 0) return <p className={cx('adm-text', typography.secondary)}>Nobody keeps anything yet.</p>;
  return (
    <Table label="Largest accounts" className="adm-table">
      <thead>
        <tr>
          <th scope="col">Account</th>
          <NumberHead>Storage</NumberHead>
        </tr>
      </thead>
      <tbody>
        {accounts.map(({ id, email, bytes }) => (
          <tr key={id}>
            <td className="account" title={email}>
              <Link to={paths.adminUser(id)}>{email}</Link>
            </td>
            <NumberCell className={cx(typography.mono, typography.small)}>{formatStorage(bytes)}</NumberCell>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
