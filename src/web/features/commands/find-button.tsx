import { Search } from 'lucide-react';
import { Keys } from '#web/ui/keys.tsx';
import icon from '#web/styles/icon.module.css';
import styles from './find-button.module.css';

/** Opens the command menu by pointer. */
export function FindButton({ onClick }: { onClick: () => void }) {
  return (
    <button type="button" className={styles.button} aria-haspopup="dialog" onClick={onClick}>
      <Search className={icon.size14} />
      <span className={styles.words}>Search or jump to…</span>
      <span className={styles.shortcut} aria-hidden="true">
        <Keys keys="mod+k" />
      </span>
    </button>
  );
}
