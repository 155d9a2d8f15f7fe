import { RotateCw } from 'lucide-react';
import type { DatabaseReport } from '#contract/admin-system.ts';
import { LOADING } from '#contract/common-texts.ts';
import { AdminHead } from '#web/features/admin/index.ts';
import {
  DatabaseCards,
  DatabaseTables,
  failureWords,
  LargestAccounts,
  PaddedPart,
  SlowStatements,
  useDatabase,
} from '#web/features/admin-system/index.ts';
import { formatClock } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import styles from './admin-database.module.css';

const FETCH_FAILED = 'Failed to fetch database statistics';
const LOAD_FAILED = 'Failed to load database statistics';

export function Component() {
  const database = useDatabase();
  const loading = useDelayedFlag(database.isPending);
  return (
    <>
      <AdminHead
        title="Database"
        sub={database.data ? `Measured at ${formatClock(database.dataUpdatedAt)}` : '\u00A0'}
        actions={
          <Button icon={<RotateCw />} busy={database.isFetching} onClick={() => void database.refetch()}>
            Refresh
          </Button>
        }
      />
      {loading && (
        <PaddedPart>
          <LoadingState text={LOADING}>
            <Skeleton height={320} width="100%" />
          </LoadingState>
        </PaddedPart>
      )}
      {!loading && <Outcome database={database} />}
    </>
  );
}

function Outcome({ database }: { database: ReturnType<typeof useDatabase> }) {
  const words = failureWords(database.error, FETCH_FAILED, LOAD_FAILED);
  if (!database.data)
    return database.isError ? (
      <PaddedPart>
        <ErrorState message={words} retrying={database.isFetching} onRetry={() => void database.refetch()} />
      </PaddedPart>
    ) : null;
  return (
    <>
      {database.isError && (
        <PaddedPart>
          <Notice tone="bad">{words}. What you see was measured before.</Notice>
        </PaddedPart>
      )}
      <Report report={database.data} />
    </>
  );
}

function Report({ report }: { report: DatabaseReport }) {
  return (
    <>
      <DatabaseCards report={report} />
      <section className={styles.part}>
        <h2>Tables</h2>
        <DatabaseTables tables={report.tables} />
      </section>
      <section className={styles.part}>
        <h2>Largest accounts</h2>
        <LargestAccounts accounts={report.largest} />
      </section>
      <section className={styles.part}>
        <h2>Slowest statements</h2>
        <SlowStatements statements={report.statements} />
      </section>
    </>
  );
}
