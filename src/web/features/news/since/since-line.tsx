import { Check } from 'lucide-react';
import { formatNumber } from '#contract/counted.ts';
import { NEWS_TEXTS as T } from '#contract/news-texts.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { sayMoment } from '#web/lib/say-moment.ts';
import { useNow } from '#web/lib/use-now.ts';
import layout from '#web/styles/layout.module.css';
import surface from '#web/styles/surface.module.css';
import typography from '#web/styles/typography.module.css';
import icon from '#web/styles/icon.module.css';
import { cx } from '#web/ui/cx.ts';
import type { News } from '../queries.ts';
import type { Fact } from './list-facts.ts';
import { ReportButton } from './since-block.tsx';
import styles from './since-line.module.css';

interface SinceLineProps {
  /** The moment from which everything is counted; undefined where each project has its own. */
  since: string | undefined;
  news: Pick<News, 'projects' | 'quiet' | 'needs_total'>;
  facts: readonly Fact[];
  projects: readonly Pick<ProjectSummary, 'holders'>[];
  onReport: () => void;
}

/** The folded form: what needs nobody in one line. What needs somebody is listed below, so it is left out here. */
export function SinceLine({ onReport, ...told }: SinceLineProps) {
  const now = useNow();
  const said = sayLine(told, now);
  const needs = told.news.needs_total;
  if (said === '' && needs > 0) return null;
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

/** Each sentence names the moment from which it counts. Who is at work is true now, whenever they began. */
export function sayLine({ since, news, facts, projects }: Omit<SinceLineProps, 'onReport'>, now: number): string {
  const told = facts
    .filter(({ key }) => key !== 'needs')
    .map(({ count, label }) => `${formatNumber(count)} ${label}`)
    .join(', ');
  const [holder, ...others] = projects.flatMap(({ holders }) => holders);
  return [
    told !== '' && (since === undefined ? T.sinceEachProject(told) : T.sinceMoment(sayMoment(since, now), told)),
    told === '' && !holder && news.needs_total === 0 && sayNothing(news, now),
    holder && T.isOn(holder.name, holder.task_title, others.length),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Since the newest of what happened anywhere. */
function sayNothing({ projects, quiet }: SinceLineProps['news'], now: number): string {
  const last = quiet
    .map(({ last_at: at }) => at)
    .toSorted()
    .at(-1);
  return projects.length > 0 || last === undefined ? '' : T.nothingSince(sayMoment(last, now));
}
