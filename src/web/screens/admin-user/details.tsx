import type { AdminUserDetail } from '#contract/admin-users.ts';
import { ADMIN_USER_TEXTS as T } from '#contract/admin-texts.ts';
import { formatSize } from '#web/features/admin-system/index.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { Block } from './block.tsx';

export function Details({ user }: { user: AdminUserDetail }) {
  return (
    <Block title={T.details}>
      <Facts
        items={[
          { name: T.userId, value: <UserId id={user.id} /> },
          { name: T.email, value: user.email },
          { name: T.created, value: formatDateTime(user.createdAt) },
          { name: T.lastLogin, value: user.lastLogin ? formatDateTime(user.lastLogin) : 'Never' },
          { name: 'Keeps', value: <Kept storage={user.storage} /> },
          { name: 'API Key', value: <ApiKey apiKey={user.apiKey} /> },
        ]}
      />
    </Block>
  );
}

function Kept({ storage }: Pick<AdminUserDetail, 'storage'>) {
  const { plan, notes, prds, checkpoints, deleted } = storage;
  return (
    <>
      {formatSize(plan + notes + prds + checkpoints + deleted)}
      <span className="block small t3">
        Plans {formatSize(plan)}, notes {formatSize(notes)}, PRDs {formatSize(prds)}, checkpoints{' '}
        {formatSize(checkpoints)}, deleted {formatSize(deleted)}
      </span>
    </>
  );
}

function UserId({ id }: { id: string }) {
  return (
    <span className="row g1">
      <span className="mono small wrap-anywhere">{id}</span>
      <CopyButton value={id} label="Copy user ID" />
    </span>
  );
}

function ApiKey({ apiKey }: Pick<AdminUserDetail, 'apiKey'>) {
  if (!apiKey) return 'None';
  return (
    <>
      <span className="mono small">{apiKey.maskedKey}</span>
      <span className="block small t3">Made {formatDateTime(apiKey.createdAt)}</span>
    </>
  );
}
