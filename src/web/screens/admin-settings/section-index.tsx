import { Link } from 'react-router';
import type { SettingsProblem } from '#contract/settings-rules.ts';
import { countProblems, SECTIONS } from '#web/features/admin-system/index.ts';
import { useCurrentSection } from '#web/lib/use-current-section.ts';
import typography from '#web/styles/typography.module.css';
import styles from './admin-settings.module.css';

/** Not part of the form: it is saved by itself. */
const INSTANCE = { id: 'instance', title: 'Instance' } as const;
const IDS = [INSTANCE.id, ...SECTIONS.map(({ id }) => id)] as const;

/** Links to the sections with the number of problems in each, and highlights the one in view. */
export function SectionIndex({ problems }: { problems: readonly SettingsProblem[] }) {
  const counts = { [INSTANCE.id]: 0, ...countProblems(problems) };
  const current = useCurrentSection(IDS);
  return (
    <nav className={styles.index} aria-label="On this page">
      {[INSTANCE, ...SECTIONS].map(({ id, title }) => (
        <Link key={id} className={styles.entry} to={{ hash: id }} replace aria-current={id === current || undefined}>
          {title}{' '}
          {counts[id] > 0 && (
            <span className={styles.count}>
              {counts[id]}{' '}
              <span className={typography.visuallyHidden}>{counts[id] === 1 ? 'problem' : 'problems'}</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
