import { Check } from 'lucide-react';
import { GENERATION_TEXTS as T } from '#contract/generation-texts.ts';
import type { DraftedList } from '#contract/generation.ts';
import { useCountdown } from '#web/lib/use-countdown.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { DraftedLists } from './drafted-lists.tsx';
import styles from './generation.module.css';

const REDIRECT_SECONDS = 3;

export interface SuccessDialogProps {
  tasksCreated: number;
  /** In milliseconds. */
  processingTime: number;
  notices: readonly string[];
  /** The lists of the draft, where they are known. */
  lists: readonly DraftedList[];
  onGo: () => void;
}

/** Shows the result and redirects after a countdown. */
export function SuccessDialog({ tasksCreated, processingTime, notices, lists, onGo }: SuccessDialogProps) {
  const left = useCountdown(REDIRECT_SECONDS, onGo);
  return (
    <Dialog
      open
      onClose={onGo}
      title={T.success}
      outcome={
        <span className={styles.tick} aria-hidden="true">
          <Check className={icon.size20} />
        </span>
      }
      closeOutside={false}
      actions={
        <Button variant="primary" full onClick={onGo} data-autofocus="">
          {T.goNow}
        </Button>
      }
    >
      <dl className={styles.facts}>
        <div>
          <dt>{T.tasksCreated}</dt>
          <dd className={typography.tabular}>{tasksCreated.toLocaleString('en-US')}</dd>
        </div>
        <div>
          <dt>{T.processingTime}</dt>
          <dd className={typography.tabular}>{T.seconds(Math.round(processingTime / 1_000))}</dd>
        </div>
      </dl>
      {lists.length > 0 && (
        <>
          <p className={typography.secondary}>{T.made(sumOf(lists), lists.length)}</p>
          <DraftedLists lists={lists} />
        </>
      )}
      {notices.length > 0 && (
        <ul className={cx(styles.notices, typography.small, typography.secondary)}>
          {notices.map((notice) => (
            <li key={notice}>{notice}</li>
          ))}
        </ul>
      )}
      <p className={cx(typography.tertiary, typography.small)}>{T.redirecting(left)}</p>
    </Dialog>
  );
}

const sumOf = (lists: readonly DraftedList[]) => lists.reduce((sum, { tasks }) => sum + tasks, 0);
