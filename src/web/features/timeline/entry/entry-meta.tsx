import { Check, X } from 'lucide-react';
import { Link } from 'react-router';
import { TIMELINE_TEXTS as T } from '#contract/timeline-texts.ts';
import type { TimelineEntry } from '#contract/timeline.ts';
import { paths } from '#web/paths.ts';
import { linkWork, type WorkLink } from '#web/lib/work-links.ts';
import icon from '#web/styles/icon.module.css';
import styles from './entry-row.module.css';
import { sayAside, timeOf, workFacts } from './say-meta.ts';

interface EntryMetaProps {
  projectId: string;
  entry: TimelineEntry;
  repositoryUrl: string | null;
  now: number;
  /** Of work in progress: how long ago the last call was. */
  lastCall?: string | undefined;
}

/** The end of a line: size of the work, tests, where it is, how long it took. */
export function EntryMeta({ projectId, entry, repositoryUrl, now, lastCall }: EntryMetaProps) {
  const { data } = entry;
  const { files, added, removed, tests } = workFacts(data);
  const aside = lastCall ?? sayAside(entry, now);
  const time = timeOf(entry, now);
  const { commit, branch, pr } = linkWork(
    { commit: data.commit ?? null, branch: data.branch ?? null, pr: data.pr ?? null, diff: null },
    repositoryUrl,
  );
  return (
    <div className={styles.meta}>
      {aside !== undefined && aside !== '' && <span>{aside}</span>}
      {data.plan?.version != null && (
        <Link className={styles.place} to={paths.prdVersion(projectId, data.plan.version)}>
          {T.list.changes}
        </Link>
      )}
      <Place what="Pull request" link={pr} />
      <Place what="Branch" link={branch} />
      <Place what="Commit" link={commit} />
      {files !== undefined && (
        <span>
          {files}
          {added !== undefined && (
            <>
              , <span className={styles.added}>{added}</span> <span className={styles.removed}>{removed}</span>
            </>
          )}
        </span>
      )}
      {tests === 'pass' && (
        <span className={styles.passed}>
          <Check className={icon.size12} />
          tests pass
        </span>
      )}
      {tests === 'fail' && (
        <span className={styles.failed}>
          <X className={icon.size12} />
          tests fail
        </span>
      )}
      {time !== undefined && <span className={styles.time}>{time}</span>}
    </div>
  );
}

function Place({ what, link }: { what: string; link: WorkLink | undefined }) {
  if (!link) return null;
  if (link.href === undefined)
    return (
      <span className={styles.place} title={`${what} ${link.text}`}>
        {link.text}
      </span>
    );
  return (
    <a
      className={styles.place}
      href={link.href}
      target="_blank"
      rel="noopener noreferrer"
      title={`${what} ${link.text}`}
    >
      {link.text}
    </a>
  );
}
