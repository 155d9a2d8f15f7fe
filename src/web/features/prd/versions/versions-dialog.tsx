import { Trash2 } from 'lucide-react';
import { type ComponentType, lazy, Suspense, useState } from 'react';
import { LOADING } from '#contract/common-texts.ts';
import type { PrdVersionSummary } from '#contract/prd.ts';
import { useEditLock } from '#web/lib/live/edit-lock.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { noteAge } from '#web/lib/time.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { LoadingState } from '#web/ui/loading.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import type { PrdText } from '../mutations.ts';
import { usePrdVersion, usePrdVersions } from '../queries.ts';
import { DeleteVersion } from './delete-version.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './versions.module.css';

const Failed = () => (
  <p className={cx(typography.secondary, typography.small)}>
    The comparison could not be loaded. Reload the page to try again.
  </p>
);
const VersionDiff = lazy<ComponentType<{ before: string; after: string }>>(() =>
  import('./version-diff.tsx').then(
    (module) => ({ default: module.VersionDiff }),
    () => ({ default: Failed }),
  ),
);

interface VersionsDialogProps {
  projectId: string;
  /** Shown first; without it, or where it is gone, the newest. */
  first?: number | undefined;
  /** Copies a version's text into the editor. */
  onUse: (version: PrdText) => void;
  onClose: () => void;
}

export function VersionsDialog({ projectId, first, onUse, onClose }: VersionsDialogProps) {
  const versions = usePrdVersions(projectId);
  const lock = useEditLock();
  const items = versions.data ?? [];
  const [chosen, setChosen] = useState(first);
  const version = (items.find((each) => each.version === chosen) ?? items[0])?.version;
  const before = items.find((each) => version !== undefined && each.version < version)?.version;
  const text = usePrdVersion(projectId, version);
  const [asked, setAsked] = useState(false);
  if (asked && version !== undefined)
    return (
      <DeleteVersion
        projectId={projectId}
        version={version}
        onDeleted={() => {
          setChosen(undefined);
          setAsked(false);
        }}
        onClose={() => setAsked(false)}
      />
    );
  const isOlder = version !== undefined && version !== items[0]?.version;
  return (
    <Dialog
      open
      onClose={onClose}
      size="widest"
      title="PRD versions"
      actions={
        <>
          {isOlder && (
            <Button
              variant="ghost"
              icon={<Trash2 />}
              disabled={lock !== undefined}
              title={lock?.reason}
              onClick={() => setAsked(true)}
            >
              Delete…
            </Button>
          )}
          <Button onClick={onClose}>Close</Button>
          <Button
            disabled={!text.data || lock?.looksOnly}
            title={lock?.looksOnly && lock.reason}
            onClick={() => text.data && onUse(text.data)}
          >
            Edit this version
          </Button>
        </>
      }
    >
      {versions.isPending && <LoadingState text={LOADING} />}
      {versions.isError && items.length === 0 && (
        <ErrorState
          heading="h3"
          message={messageOf(versions.error, 'The versions could not be loaded.')}
          onRetry={() => void versions.refetch()}
        />
      )}
      {items.length > 0 && (
        <div className={styles.versions}>
          <VersionList items={items} value={version} onChoose={setChosen} />
          {version !== undefined && <Compared projectId={projectId} version={version} before={before} />}
        </div>
      )}
    </Dialog>
  );
}

interface VersionListProps {
  items: readonly PrdVersionSummary[];
  value: number | undefined;
  onChoose: (version: number) => void;
}

function VersionList({ items, value, onChoose }: VersionListProps) {
  const now = useNow();
  return (
    // Scrollable by keyboard without a tabindex of its own, because its buttons are focusable.
    <ul className={cx(styles.list, layout.scroll)} aria-label="Versions">
      {items.map(({ version, filename, created_at }) => (
        <li key={version}>
          <button
            type="button"
            className={styles.version}
            aria-pressed={version === value}
            onClick={() => onChoose(version)}
          >
            <b>Version {version}</b>
            <span className={cx(typography.tertiary, typography.small, typography.truncate)}>{filename}</span>
            <span className={cx(typography.tertiary, typography.small, layout.pushEnd, typography.nowrap)}>
              {noteAge(created_at, now)}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const firstWords = (version: number) => (version === 1 ? 'The first version.' : 'The oldest version that is kept.');

function Compared({ projectId, version, before }: { projectId: string; version: number; before: number | undefined }) {
  const after = usePrdVersion(projectId, version);
  const older = usePrdVersion(projectId, before);
  const error = after.error ?? older.error;
  if (error) return <ErrorState heading="h3" message={messageOf(error, 'The version could not be loaded.')} />;
  if (!after.data || (before !== undefined && !older.data)) return <LoadingState text={LOADING} />;
  return (
    <section aria-label={`Version ${version}`}>
      <p className={cx(typography.small, typography.secondary)}>
        {before === undefined ? firstWords(version) : `What version ${version} changed in version ${before}`}
      </p>
      <Suspense fallback={<LoadingState text={LOADING} />}>
        <VersionDiff before={older.data?.content ?? ''} after={after.data.content} />
      </Suspense>
    </section>
  );
}
