import { LOADING } from '#contract/common-texts.ts';
import { NEWS_TEXTS as T } from '#contract/news-texts.ts';
import { messageOf } from '#web/lib/net/failure-toast.ts';
import { sayMoment } from '#web/lib/say-moment.ts';
import { useNow } from '#web/lib/use-now.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/empty-state.tsx';
import { LoadingState, useDelayedFlag } from '#web/ui/loading.tsx';
import { Markdown } from '#web/ui/markdown/markdown.tsx';
import { useAccountReport } from '../queries.ts';

/** The report of all projects, exactly as it is copied. */
export function ReportDialog({ since, onClose }: { since: string | undefined; onClose: () => void }) {
  const report = useAccountReport();
  const loading = useDelayedFlag(report.isPending);
  const now = useNow();
  return (
    <Dialog
      open
      size="wide"
      title={T.report}
      description={since === undefined ? T.reportOfEach : T.reportOf(sayMoment(since, now))}
      onClose={onClose}
      actions={
        <>
          {report.data && (
            <CopyButton
              value={report.data.markdown}
              label={T.copyReport}
              text={T.copyReport}
              variant="second"
              size="md"
            />
          )}
          <Button data-autofocus onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      {loading && <LoadingState text={LOADING} />}
      {report.isError && (
        <ErrorState message={messageOf(report.error, T.reportFailed)} onRetry={() => void report.refetch()} />
      )}
      {!loading && report.data && <Markdown text={report.data.markdown} headings={3} />}
    </Dialog>
  );
}
