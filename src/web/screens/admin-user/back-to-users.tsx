import { ChevronLeft } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { ADMIN_USER_TEXTS as T } from '#contract/admin-texts.ts';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import typography from '#web/styles/typography.module.css';
import icon from '#web/styles/icon.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './admin-user.module.css';

/** The page of the list that was left, with its search, from the history state. */
function useList() {
  const state: unknown = useLocation().state;
  const kept = typeof state === 'object' && state !== null && 'list' in state ? state.list : '';
  return { pathname: paths.adminUsers, search: typeof kept === 'string' ? kept : '' };
}

export function BackToUsers() {
  return (
    <Link className={cx(styles.back, typography.small)} to={useList()}>
      <ChevronLeft className={icon.size14} />
      {T.back}
    </Link>
  );
}

export function BackButton() {
  return <ButtonLink to={useList()}>{T.back}</ButtonLink>;
}
