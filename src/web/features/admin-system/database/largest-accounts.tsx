import { Link } from 'react-router';
import type { DatabaseReport } from '#contract/admin-system.ts';
import { paths } from '#web/paths.ts';
import { NumberCell, NumberHead } from '#web/ui/table.tsx';
import { AdminTable } from '../admin-table.tsx';
import { formatStorage } from '#web/lib/format-storage.ts';
import { PartText } from '../page-parts.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './largest-accounts.module.css';

export function LargestAccounts({ accounts }: { accounts: DatabaseReport['largest'] }) {
  if (accounts.length === 0) return <PartText>No account stores anything yet.</PartText>;
  return (
    <AdminTable label="Largest accounts">
      <thead>
        <tr>
          <th scope="col">Account</th>
          <NumberHead>Storage</NumberHead>
        </tr>
      </thead>
      <tbody>
        {accounts.map(({ id, email, bytes }) => (
          <tr key={id}>
            <td className={styles.account} title={email}>
              <Link to={paths.adminUser(id)}>{email}</Link>
            </td>
            <NumberCell className={cx(typography.mono, typography.small)}>{formatStorage(bytes)}</NumberCell>
          </tr>
        ))}
      </tbody>
    </AdminTable>
  );
}
