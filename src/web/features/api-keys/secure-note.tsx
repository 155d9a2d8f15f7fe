import { Lock } from 'lucide-react';
import { KEY_TEXTS as T } from '#contract/api-key-texts.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './secure-note.module.css';

export function SecureNote({ quiet = false }: { quiet?: boolean }) {
  return (
    <p className={cx(styles.note, typography.small, quiet ? typography.tertiary : typography.secondary)}>
      <Lock className={styles.icon} />
      {T.secure}
    </p>
  );
}
