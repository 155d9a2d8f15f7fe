import { useState } from 'react';
import type { ProjectSummary } from '#contract/project.ts';
import { useNow } from '#web/lib/use-now.ts';
import type { News } from '../queries.ts';
import { commonSince } from './common-since.ts';
import { isWorthTelling, listFacts } from './list-facts.ts';
import { ReportDialog } from './report-dialog.tsx';
import { SinceBlock } from './since-block.tsx';
import { SinceLine } from './since-line.tsx';
import { useSeen } from './use-seen.ts';

/** The head of the projects page: the block, or the line it folds to. Nothing for the first time. */
export function SinceYouWereHere({ news, projects }: { news: News; projects: readonly ProjectSummary[] }) {
  const now = useNow();
  const [isReporting, setReporting] = useState(false);
  const { isOpen, isFirst, markSeen } = useSeen({ ...news, hasNews: isWorthTelling(news.projects) });
  if (isFirst) return null;
  const nameOf = (id: string) => projects.find((project) => project.id === id)?.name ?? '';
  const facts = listFacts(news, nameOf, now);
  const since = commonSince(news.projects, now);
  const onReport = () => setReporting(true);
  return (
    <>
      {isOpen ? (
        <SinceBlock heading="h2" since={since} facts={facts} onReport={onReport} onSeen={markSeen} />
      ) : (
        <SinceLine since={since} news={news} facts={facts} projects={projects} onReport={onReport} />
      )}
      {isReporting && <ReportDialog since={since} onClose={() => setReporting(false)} />}
    </>
  );
}
