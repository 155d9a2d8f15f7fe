import { ChevronLeft, LogOut } from 'lucide-react';
import { Link, NavLink } from 'react-router';
import { ADMIN_TEXTS as T } from '#contract/admin-texts.ts';
import { signOut } from '#web/lib/session/sign-in.ts';
import { paths } from '#web/paths.ts';
import { Avatar, initialsOf } from '#web/ui/avatar.tsx';
import { useEmail, useIsMaintenance, useSafety, useUnresolvedCount } from './queries.ts';
import { SECTION_GROUPS } from './sections.ts';
import layout from '#web/styles/layout.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './sidebar.module.css';

export function Sidebar() {
  return (
    <>
      <Sections />
      <Foot />
    </>
  );
}

function Sections() {
  return (
    <nav aria-label="Admin sections">
      {SECTION_GROUPS.map(({ title, sections }) => (
        <div key={title} className={styles.group}>
          <h2 className={styles.groupTitle}>{title}</h2>
          <ul>
            {sections.map(({ label, to, icon: Icon, mark }) => (
              <li key={to}>
                <NavLink className={cx(styles.entry)} to={to} end={to === paths.admin}>
                  <Icon />
                  <span>{label}</span>
                  {mark === 'errors' && <Unresolved />}
                  {mark === 'safety' && <Unsafe />}
                  {mark === 'mode' && <ModeMark />}
                </NavLink>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function Unresolved() {
  const { data: unresolved = 0 } = useUnresolvedCount();
  if (unresolved === 0) return null;
  return (
    <span className={cx(styles.count, layout.pushEnd)}>
      {unresolved.toLocaleString('en-US')}
      <span className={typography.visuallyHidden}> unresolved</span>
    </span>
  );
}

/** Notes are not counted: there may be nothing to do about them. */
function Unsafe() {
  const { data: report } = useSafety();
  const count = report?.findings.filter(({ severity }) => severity !== 'note').length ?? 0;
  if (count === 0) return null;
  return (
    <span className={cx(styles.count, layout.pushEnd)}>
      {count}
      <span className={typography.visuallyHidden}> not safe yet</span>
    </span>
  );
}

function ModeMark() {
  return useIsMaintenance() && <span className={cx(styles.mode, layout.pushEnd)}>On</span>;
}

function Foot() {
  const email = useEmail();
  return (
    <div className={styles.foot}>
      <div className={cx(layout.row, layout.gap8, styles.person)}>
        <Avatar initials={initialsOf(email)} />
        <div className={layout.grow}>
          <div className={cx(typography.truncate, typography.small, styles.email)} title={email}>
            {email ?? '\u00A0'}
          </div>
          <div className={cx(typography.small, typography.tertiary)}>{T.administrator}</div>
        </div>
      </div>
      <Link to={paths.projects} className={styles.entry}>
        <ChevronLeft />
        {T.backToApp}
      </Link>
      <button type="button" className={styles.entry} onClick={signOut}>
        <LogOut />
        {T.signOut}
      </button>
    </div>
  );
}
