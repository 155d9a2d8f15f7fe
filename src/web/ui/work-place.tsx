import { GitBranch, GitCommitHorizontal, GitPullRequest, type LucideIcon } from 'lucide-react';
import typography from '#web/styles/typography.module.css';
import icon from '#web/styles/icon.module.css';
import { cx } from './cx.ts';
import styles from './work-place.module.css';

interface Part {
  text: string;
  /** An http(s) address; without one the part is plain text. */
  href: string | undefined;
}

export interface WorkPlaceProps {
  commit: Part | undefined;
  branch: Part | undefined;
  pr: Part | undefined;
  diff: { files: number; insertions: number; deletions: number } | null;
}

/** Where the work is: commit, branch, pull request and size of the diff. */
export function WorkPlace({ commit, branch, pr, diff }: WorkPlaceProps) {
  return (
    <p className={cx(styles.place, typography.small)}>
      <Piece icon={GitBranch} what="Branch" part={branch} />
      <Piece icon={GitCommitHorizontal} what="Commit" part={commit} />
      <Piece icon={GitPullRequest} what="Pull request" part={pr} />
      {diff && (
        <span className={cx(typography.tabular, typography.nowrap)}>
          {diff.files === 1 ? '1 file' : `${diff.files.toLocaleString('en-US')} files`}{' '}
          <span className={styles.added}>+{diff.insertions.toLocaleString('en-US')}</span>{' '}
          <span className={styles.removed}>−{diff.deletions.toLocaleString('en-US')}</span>
        </span>
      )}
    </p>
  );
}

function Piece({ icon: Icon, what, part }: { icon: LucideIcon; what: string; part: Part | undefined }) {
  if (!part) return null;
  return (
    <span className={styles.piece}>
      <Icon className={cx(icon.size12, styles.icon)} />
      <span className={typography.visuallyHidden}>{what} </span>
      {part.href === undefined ? (
        <span className={cx(typography.mono, typography.truncate)}>{part.text}</span>
      ) : (
        <a
          className={cx(typography.mono, typography.link, typography.truncate)}
          href={part.href}
          target="_blank"
          rel="noopener noreferrer"
        >
          {part.text}
        </a>
      )}
    </span>
  );
}
