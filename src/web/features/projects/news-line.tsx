import { MessageCircleQuestionMark, OctagonAlert } from 'lucide-react';
import { formatNumber } from '#contract/counted.ts';
import { CARD_TEXTS as T, NEEDS_TEXTS, NEWS_TEXTS } from '#contract/news-texts.ts';
import type { ProjectNews } from '#contract/news.ts';
import type { ProjectSummary } from '#contract/project.ts';
import { sayDay } from '#web/lib/say-moment.ts';
import { projectAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import icon from '#web/styles/icon.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './news-line.module.css';

export interface CardNews {
  /** What happened in this project; undefined if nothing did that is new. */
  news: ProjectNews | undefined;
  /** When something last happened in it; undefined where there are news, or before it is known. */
  lastAt: string | undefined;
  questions: number;
  blocks: number;
}

/** "8 done since yesterday · 1 question · 1 blocked", and when the person was here. */
export function NewsLine({ project, news, lastAt, questions, blocks }: CardNews & { project: ProjectSummary }) {
  const now = useNow();
  const { needs_you: needs, lastAccessed, role } = project;
  const said = sayNews(project, news, lastAt, now);
  return (
    <p className={styles.line}>
      {said !== undefined && <span>{said}</span>}
      {questions > 0 && (
        <span className={styles.flag}>
          <MessageCircleQuestionMark className={cx(icon.size12, styles.glyph)} />
          {NEEDS_TEXTS.questions(questions)}
        </span>
      )}
      {blocks > 0 && (
        <span className={styles.flag}>
          <OctagonAlert className={cx(icon.size12, styles.glyph)} />
          {NEEDS_TEXTS.blocks(blocks)}
        </span>
      )}
      {/* The page's list of needs is limited, the count of a project is not. */}
      {questions + blocks === 0 && needs > 0 && role !== 'viewer' && (
        <span className={styles.flag}>{`${needs} ${NEWS_TEXTS.needs(needs)}`}</span>
      )}
      <span className={layout.pushEnd}>Last accessed {projectAge(lastAccessed, now)}</span>
    </p>
  );
}

/** At most two facts: a card has one line for them. */
const FACTS = 2;

function sayNews(
  { taskCount, completedTaskCount }: ProjectSummary,
  news: ProjectNews | undefined,
  lastAt: string | undefined,
  now: number,
): string | undefined {
  if (!news) return lastAt === undefined ? undefined : T.nothingSince(sayDay(lastAt, now));
  const isComplete = taskCount > 0 && completedTaskCount === taskCount;
  if (isComplete && news.completed_at !== null) return T.finished(sayDay(news.completed_at, now));
  const day = sayDay(news.since, now);
  if (news.done > 0) return T.doneSince(news.done, day);
  const { handovers, asked, blocked, stopped, plan_changes: plan } = news;
  const facts = [
    [handovers, NEWS_TEXTS.handovers(handovers)],
    [asked, NEWS_TEXTS.asked(asked)],
    [blocked, NEWS_TEXTS.blocked(blocked)],
    [stopped, NEWS_TEXTS.stopped(stopped)],
    [plan, NEWS_TEXTS.planChanges(plan)],
  ] as const;
  const said = facts.filter(([n]) => n > 0).map(([n, label]) => `${formatNumber(n)} ${label}`);
  return said.length === 0 ? undefined : T.changedSince(said.slice(0, FACTS).join(', '), day);
}
