import { Check } from 'lucide-react';
import { NEWS_TEXTS as T } from '#contract/news-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { sayMoment } from '#web/lib/say-moment.ts';
import { useNow } from '#web/lib/use-now.ts';
import layout from '#web/styles/layout.module.css';
import surface from '#web/styles/surface.module.css';
import typography from '#web/styles/typography.module.css';
import icon from '#web/styles/icon.module.css';
import { cx } from '#web/ui/cx.ts';
import type { Fact } from './list-facts.ts';
import { ReportButton } from './since-block.tsx';
import styles from './since-line.module.css';

interface SinceLineProps {
  since: string;
  facts: readonly Fact[];
  needs: number;
  projects: readonly Pick<ProjectSummary, 'holders'>[];
  onReport: () => void;
}

/** The folded form: what needs nobody in one line. What needs somebody is listed below, so it is left out here. */
export function SinceLine({ since, facts, needs, projects, onReport }: SinceLineProps) {
  const now = useNow();
  const said = sayLine({ since: sayMoment(since, now), facts, needs, projects });
  if (said === undefined) return null;
  return (
    <div className={cx(surface.card, styles.line)} data-part="since-line">
      <Check className={cx(icon.size14, styles.tick)} />
      <p className={layout.grow}>
        {needs === 0 && `${T.nothingNeedsYou} `}
        <span className={typography.secondary}>{said}</span>
      </p>
      <ReportButton onClick={onReport}>{T.report}</ReportButton>
    </div>
  );
}

function sayLine({ since, facts, needs, projects }: Omit<SinceLineProps, 'onReport'>): string | undefined {
  const told = facts.filter(({ key }) => key !== 'needs').map(({ count, label }) => `${count} ${label}`);
  const [holder, ...others] = projects.flatMap(({ holders }) => holders);
  const atWork = [
    ...(holder ? [T.isOn(holder.name, holder.task_title)] : []),
    ...(others.length > 0 ? [T.moreAtWork(others.length)] : []),
  ];
  if (told.length > 0) return T.sinceMoment(since, [...told, ...atWork].join(', '));
  if (atWork.length > 0) return `${atWork.join(', ')}.`;
  return needs === 0 ? T.nothingSince(since) : undefined;
}
