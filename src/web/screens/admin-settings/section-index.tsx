import { Link } from 'react-router';
import type { SettingsProblem } from '#contract/settings-rules.ts';
import { countProblems, SECTIONS } from '#web/features/admin-system/index.ts';
import { useCurrentSection } from '#web/lib/use-current-section.ts';
import typography from '#web/styles/typography.module.css';

/** Saved by itself, before the parts of the form. */
const INSTANCE = { id: 'instance', title: 'Instance' } as const;
const IDS = [INSTANCE.id, ...SECTIONS.map(({ id }) => id)] as const;

/** Leads to a part of the form, tells how much is wrong there, and follows whoever scrolls. */
export function SectionIndex({ problems }: { problems: readonly SettingsProblem[] }) {
  const counts = { [INSTANCE.id]: 0, ...countProblems(problems) };
  const current = useCurrentSection(IDS);
  return (
    <nav className="settings-index" aria-label="On this page">
      {[INSTANCE, ...SECTIONS].map(({ id, title }) => (
        <Link key={id} to={{ hash: id }} replace aria-current={id === current || undefined}>
          {title}{' '}
          {counts[id] > 0 && (
            <span className="count">
              {counts[id]}{' '}
              <span className={typography.visuallyHidden}>{counts[id] === 1 ? 'problem' : 'problems'}</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
