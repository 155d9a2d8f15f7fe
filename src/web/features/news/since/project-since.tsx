import { useNow } from '#web/lib/use-now.ts';
import { useNews } from '../queries.ts';
import { isWorthTelling, listProjectFacts } from './list-facts.ts';
import { SinceBlock } from './since-block.tsx';
import { useSeen } from './use-seen.ts';

/** "Since you were last here" of one project; nothing while there is nothing to tell. */
export function ProjectSince({ projectId }: { projectId: string }) {
  const { data } = useNews();
  const now = useNow();
  const news = data?.projects.find((each) => each.project_id === projectId);
  const { isOpen, markSeen } = useSeen({
    projectId,
    // Without an entry nothing has happened: a later entry is decided anew.
    since: data && (news?.since ?? null),
    now: data?.now,
    hasNews: news !== undefined && isWorthTelling([news]),
  });
  if (!isOpen || !news) return null;
  return <SinceBlock heading="h3" since={news.since} facts={listProjectFacts(news, now)} onSeen={markSeen} />;
}
