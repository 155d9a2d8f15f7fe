import { ChevronRight } from 'lucide-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { AdminUser } from '#contract/admin-users.ts';
import { ADMIN_USERS_TEXTS as T } from '#contract/admin-texts.ts';
import { formatCost, formatNumber, StatusBadge } from '#web/features/admin/index.ts';
import { formatStorage } from '#web/lib/format-storage.ts';
import { formatDate, projectAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { cx } from '#web/ui/cx.ts';
import { NumberCell, NumberHead, Table } from '#web/ui/table.tsx';
import typography from '#web/styles/typography.module.css';
import styles from './user-table.module.css';

const [EMAIL, STATUS, LAST_ACTIVE, TOKENS, COST, CREATED] = T.columns;

/** The whole row is clickable; arrow keys move between the links in the rows. */
export function UserTable({ users, dimmed }: { users: readonly AdminUser[]; dimmed: boolean }) {
  return (
    <Table label="Users" dimmed={dimmed} className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{EMAIL}</th>
          <th scope="col">{STATUS}</th>
          <th scope="col" className={styles.wideOnly}>
            {LAST_ACTIVE}
          </th>
          <NumberHead className={styles.wideOnly}>{TOKENS}</NumberHead>
          <NumberHead>{COST}</NumberHead>
          <NumberHead className={styles.wideOnly}>Storage</NumberHead>
          <th scope="col" className={styles.wideOnly}>
            {CREATED}
          </th>
          <th scope="col">
            <span className={typography.visuallyHidden}>{T.viewDetails}</span>
          </th>
        </tr>
      </thead>
      {/* Keys bubble up from the links inside (event delegation). */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <tbody onKeyDown={moveBetweenLinks}>
        {users.map((user) => (
          <UserRow key={user.id} user={user} />
        ))}
      </tbody>
    </Table>
  );
}

function UserRow({ user }: { user: AdminUser }) {
  const now = useNow();
  const navigate = useNavigate();
  // The detail page links back to this page of the list.
  const state = { list: useLocation().search };
  const open = (event: MouseEvent) => {
    const onLink = event.target instanceof Element && event.target.closest('a');
    const selecting = window.getSelection()?.isCollapsed === false;
    if (!onLink && !selecting) void navigate(paths.adminUser(user.id), { state });
  };
  return (
    <tr data-link="" onClick={open}>
      <td className={styles.email} title={user.email}>
        {user.email}
      </td>
      <td>
        <StatusBadge status={user.status} />
      </td>
      <td className={cx(typography.secondary, typography.tabular, styles.wideOnly)}>
        {user.lastActive ? projectAge(user.lastActive, now) : 'Never'}
      </td>
      <NumberCell className={cx(typography.mono, typography.small, styles.wideOnly)}>
        {formatNumber(user.monthlyTokens)}
      </NumberCell>
      <NumberCell className={cx(typography.mono, typography.small)}>{formatCost(user)}</NumberCell>
      <NumberCell className={cx(typography.mono, typography.small, styles.wideOnly)}>
        {formatStorage(user.storageBytes)}
      </NumberCell>
      <td className={cx(typography.secondary, typography.tabular, styles.wideOnly)}>{formatDate(user.createdAt)}</td>
      <td>
        <ButtonLink
          className={styles.viewLink}
          faint
          variant="ghost"
          size="sm"
          to={paths.adminUser(user.id)}
          state={state}
          aria-label={`${T.viewDetails}, ${user.email}`}
        >
          <span className={styles.wideOnly}>{T.viewDetails}</span>
          <ChevronRight className={styles.narrowOnly} />
        </ButtonLink>
      </td>
    </tr>
  );
}

function moveBetweenLinks(event: KeyboardEvent<HTMLElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a')];
  const next = links[links.findIndex((link) => link === document.activeElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
