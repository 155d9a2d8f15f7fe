import { MessageCircleQuestionMark, OctagonAlert } from 'lucide-react';
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
  /** What happened in this project; undefined if nothing did. */
  news: ProjectNews | undefined;
  /** Since when nothing did; null before the first visit is over. */
  since: string | null;
  questions: number;
  blocks: number;
}

/** "8 done since yesterday · 1 question · 1 blocked", and when the person was here. */
export function NewsLine({ project, news, since, questions, blocks }: CardNews & { project: ProjectSummary }) {
  const now = useNow();
  const { needs_you: needs, lastAccessed } = project;
  const said = sayNews(project, news, since, now);
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
      {questions + blocks === 0 && needs > 0 && (
        <span className={styles.flag}>{`${needs} ${NEWS_TEXTS.needs(needs)}`}</span>
      )}
      <span className={layout.pushEnd}>Last accessed {projectAge(lastAccessed, now)}</span>
    </p>
  );
}

function sayNews(
  { taskCount, completedTaskCount }: ProjectSummary,
  news: ProjectNews | undefined,
  since: string | null,
  now: number,
): string | undefined {
  if (!news) return since === null ? undefined : T.nothingSince(sayDay(since, now));
  const isComplete = taskCount > 0 && completedTaskCount === taskCount;
  if (isComplete && news.completed_at !== null) return T.finished(sayDay(news.completed_at, now));
  const day = sayDay(news.since, now);
  if (news.done > 0) return T.doneSince(news.done, day);
  const others = news.handovers + news.asked + news.blocked + news.stopped + news.plan_changes;
  return others === 0 ? T.nothingSince(day) : T.changedSince(others, day);
}
