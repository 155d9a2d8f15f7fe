import { Copy, Trash2 } from 'lucide-react';
import type { Task } from '#contract/task.ts';
import { useLockedProps } from '#web/lib/live/edit-lock.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './task-footer.module.css';

interface TaskFooterProps {
  task: Task;
  copying: boolean;
  onCopy: () => void;
  onDelete: () => void;
}

export function TaskFooter({ task, copying, onCopy, onDelete }: TaskFooterProps) {
  const locked = useLockedProps();
  return (
    <footer className={styles.footer}>
      <Button size="sm" icon={<Copy />} busy={copying} onClick={onCopy}>
        Copy for agent
      </Button>
      <span className={cx(typography.small, typography.tertiary, typography.truncate, styles.hint)}>
        Task text, brief and notes as one prompt
      </span>
      <span className={layout.grow} />
      <CopyButton value={task.id} label="Copy task ID" />
      <IconButton
        size="sm"
        variant="danger-ghost"
        label="Delete task"
        icon={<Trash2 />}
        onClick={onDelete}
        {...locked}
      />
    </footer>
  );
}
