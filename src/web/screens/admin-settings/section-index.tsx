import { Link, useLocation } from 'react-router';
import type { SettingsProblem } from '#contract/settings-rules.ts';
import { countProblems, SECTIONS } from '#web/features/admin-system/index.ts';

/** Leads to a part of the form and tells how much is wrong there. */
export function SectionIndex({ problems }: { problems: readonly SettingsProblem[] }) {
  const { hash } = useLocation();
  const counts = countProblems(problems);
  const current = SECTIONS.find(({ id }) => hash === `#${id}`)?.id ?? SECTIONS[0].id;
  return (
    <nav className="settings-index" aria-label="On this page">
      {SECTIONS.map(({ id, title }) => (
        <Link key={id} to={{ hash: id }} replace aria-current={id === current || undefined}>
          {title}{' '}
          {counts[id] > 0 && (
            <span className="count">
              {counts[id]} <span className="sr">{counts[id] === 1 ? 'problem' : 'problems'}</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
