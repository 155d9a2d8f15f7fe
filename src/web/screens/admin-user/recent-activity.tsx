import type { UserActivityItem } from '#contract/admin-users.ts';
import { ADMIN_USER_TEXTS as T } from '#contract/admin-texts.ts';
import { formatNumber } from '#web/features/admin/index.ts';
import { formatDateTime } from '#web/lib/time.ts';
import { Badge } from '#web/ui/badge.tsx';
import { NumberCell, NumberHead, Table } from '#web/ui/table.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import surface from '#web/styles/surface.module.css';
import styles from './recent-activity.module.css';

const ID_SHOWN = 12;
const [TIMESTAMP, COMMAND, STATUS, TOKENS, PROJECT] = T.activityColumns;

export function RecentActivity({ items }: { items: readonly UserActivityItem[] }) {
  return (
    <div className={cx(surface.card, styles.activity)}>
      <h2 className={styles.title}>{T.activity}</h2>
      {items.length === 0 ? (
        <p className={cx(styles.nothing, typography.tertiary)}>{T.noActivity}</p>
      ) : (
        <ActivityTable items={items} />
      )}
    </div>
  );
}

function ActivityTable({ items }: { items: readonly UserActivityItem[] }) {
  return (
    <Table label={T.activity} className={styles.calls}>
      <thead>
        <tr>
          <th scope="col">{TIMESTAMP}</th>
          <th scope="col">{COMMAND}</th>
          <th scope="col">{STATUS}</th>
          <NumberHead>{TOKENS}</NumberHead>
          <th scope="col">{PROJECT}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, i) => (
          // Two calls may be equal in everything that is shown, so the index is part of the key.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={`${item.timestamp} ${i}`}>
            <td className={cx(typography.secondary, typography.tabular)}>{formatDateTime(item.timestamp)}</td>
            <td className={cx(styles.command, typography.mono, typography.small)} title={item.command}>
              {item.command}
            </td>
            <td>
              <Badge tone={item.status === 'success' ? 'ok' : 'bad'}>{item.status}</Badge>
            </td>
            <NumberCell className={cx(typography.mono, typography.small)}>{formatNumber(item.tokens)}</NumberCell>
            <td
              className={cx(typography.mono, typography.small, typography.secondary)}
              title={item.projectId ?? undefined}
            >
              {item.projectId === null ? '—' : `${item.projectId.slice(0, ID_SHOWN)}...`}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
