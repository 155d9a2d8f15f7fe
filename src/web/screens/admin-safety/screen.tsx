import { RotateCw } from 'lucide-react';
import { LOADING } from '#contract/common-texts.ts';
import { AdminHead, useSafety } from '#web/features/admin/index.ts';
import { failureWords, PaddedPart } from '#web/features/admin-system/index.ts';
import { formatClock } from '#web/lib/time.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Report } from './report.tsx';

const FETCH_FAILED = 'Failed to check';

export function Component() {
  const safety = useSafety();
  const loading = useDelayedFlag(safety.isPending);
  return (
    <>
      <AdminHead
        title="Safety"
        sub={safety.data ? `Checked at ${formatClock(safety.data.checkedAt)}` : '\u00A0'}
        actions={
          <Button icon={<RotateCw />} busy={safety.isFetching} onClick={() => void safety.refetch()}>
            Check Again
          </Button>
        }
      />
      {loading ? (
        <PaddedPart>
          <LoadingState text={LOADING}>
            <Skeleton height={320} width="100%" />
          </LoadingState>
        </PaddedPart>
      ) : (
        <Outcome safety={safety} />
      )}
    </>
  );
}

function Outcome({ safety }: { safety: ReturnType<typeof useSafety> }) {
  const words = failureWords(safety.error, FETCH_FAILED, FETCH_FAILED);
  if (!safety.data)
    return safety.isError ? (
      <PaddedPart>
        <ErrorState message={words} retrying={safety.isFetching} onRetry={() => void safety.refetch()} />
      </PaddedPart>
    ) : null;
  return (
    <>
      {safety.isError && (
        <PaddedPart>
          <Notice tone="bad">{words}. What you see was checked before.</Notice>
        </PaddedPart>
      )}
      <Report report={safety.data} />
    </>
  );
}
