import type { AdminUserDetail } from '#contract/admin-users.ts';
import { ADMIN_USER_TEXTS as T } from '#contract/admin-texts.ts';
import { formatStorage } from '#web/lib/format-storage.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Block } from './block.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './user-block.module.css';

export function Details({ user }: { user: AdminUserDetail }) {
  return (
    <Block title={T.details}>
      <Facts
        items={[
          { name: T.userId, value: <UserId id={user.id} /> },
          { name: T.email, value: user.email },
          { name: T.created, value: formatDateTime(user.createdAt) },
          { name: T.lastLogin, value: user.lastLogin ? formatDateTime(user.lastLogin) : 'Never' },
          { name: 'Storage', value: <Kept storage={user.storage} /> },
          { name: 'Two-Factor', value: user.twoFactor ? 'On' : 'Off' },
          { name: 'Passkeys', value: user.passkeys === 0 ? 'None' : user.passkeys },
          { name: 'API Key', value: <ApiKey apiKey={user.apiKey} /> },
        ]}
      />
    </Block>
  );
}

function Kept({ storage }: Pick<AdminUserDetail, 'storage'>) {
  const { plan, notes, prds, checkpoints, deleted } = storage;
  const parts = Object.entries({ plans: plan, notes, PRDs: prds, checkpoints, deleted }).filter(([, size]) => size > 0);
  const words = parts.map(([name, size]) => `${name} ${formatStorage(size)}`).join(', ');
  return (
    <>
      {formatStorage(plan + notes + prds + checkpoints + deleted)}
      {words !== '' && (
        <span className={cx(styles.more, typography.small, typography.tertiary)}>
          {words.charAt(0).toUpperCase() + words.slice(1)}
        </span>
      )}
    </>
  );
}

function UserId({ id }: { id: string }) {
  return (
    <span className={cx(layout.row, layout.gap4)}>
      <span className={cx(typography.mono, typography.small, styles.userId)}>{id}</span>
      <CopyButton value={id} label="Copy user ID" />
    </span>
  );
}

function ApiKey({ apiKey }: Pick<AdminUserDetail, 'apiKey'>) {
  if (!apiKey) return 'None';
  return (
    <>
      <span className={cx(typography.mono, typography.small)}>{apiKey.maskedKey}</span>
      <span className={cx(styles.more, typography.small, typography.tertiary)}>
        Made {formatDateTime(apiKey.createdAt)}
        {apiKey.count > 1 && `, and ${apiKey.count - 1} more`}
      </span>
    </>
  );
}
