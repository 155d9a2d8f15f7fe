import { TRY_AGAIN } from '#contract/common-texts.ts';
import { Button } from '#web/ui/button.tsx';

/** A part of the page could not be read; the rest stays usable. */
export function QuietRetry({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  return (
    <span className="row g2 small t3" role="status">
      Could not be read.
      <Button variant="ghost" size="sm" busy={busy} onClick={onRetry}>
        {TRY_AGAIN}
      </Button>
    </span>
  );
}
