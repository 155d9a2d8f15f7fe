import { Check, ChevronRight, CircleQuestionMark, ShieldCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { SafetyReport } from '#contract/admin-safety.ts';
import { paths } from '#web/paths.ts';
import typography from '#web/styles/typography.module.css';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { WithCode } from '#web/ui/with-code.tsx';
import { Finding } from './finding.tsx';
import styles from './safety-report.module.css';

export function Report({ report: { findings, passed, unknown, reach } }: { report: SafetyReport }) {
  return (
    <div className={styles.report}>
      <p className={typography.secondary}>
        {reach === 'others'
          ? 'This server is set up to be reached by others. '
          : 'As it is set up, only this machine reaches this server, so most findings are notes. '}
        <a className={typography.link} href={`${paths.docs}/on-the-internet`}>
          Is it safe to put on the internet?
        </a>
      </p>
      {findings.length === 0 ? (
        <EmptyState
          icon={ShieldCheck}
          title="Nothing found"
          hint="That is about what Baton can see. It sees no firewall, and not who else uses the machine."
        />
      ) : (
        <ul className={styles.findings} aria-label="Not safe yet">
          {findings.map((finding) => (
            <Finding key={finding.id} finding={finding} />
          ))}
        </ul>
      )}
      {unknown.length > 0 && (
        <section>
          <h2 className={styles.title}>Could not be checked</h2>
          <Told icon={<CircleQuestionMark />} items={unknown} />
        </section>
      )}
      <details className={styles.passed}>
        <summary>
          <ChevronRight />
          {passed.length === 1 ? '1 check passed' : `${passed.length} checks passed`}
        </summary>
        <Told icon={<Check className={styles.tick} />} items={passed} />
      </details>
    </div>
  );
}

function Told({ icon, items }: { icon: ReactNode; items: SafetyReport['passed'] }) {
  return (
    <ul className={styles.told}>
      {items.map(({ id, says }) => (
        <li key={id}>
          {icon}
          <span>
            <WithCode text={says} />
          </span>
        </li>
      ))}
    </ul>
  );
}
