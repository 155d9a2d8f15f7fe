import { Fragment } from 'react';
import { useShortcutList, useSingleKeysOn } from '#web/lib/keys/use-shortcut.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Keys } from '#web/ui/keys.tsx';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './shortcut-sheet.module.css';

/** The "?" sheet: every shortcut of this screen, from the registry. */
export function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const shortcuts = useShortcutList();
  const singleKeys = useSingleKeysOn();
  const groups = [...new Set(shortcuts.map(({ group }) => group ?? 'This page'))];

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keyboard shortcuts"
      size="wide"
      {...(!singleKeys && { description: 'Single keys are switched off in Account.' })}
    >
      <div className={styles.sheet}>
        {groups.map((name) => (
          <Fragment key={name}>
            <h3 className={styles.group}>{name}</h3>
            {shortcuts
              .filter(({ group }) => (group ?? 'This page') === name)
              .map(({ keys, also = [], label }) => (
                <div key={`${keys} ${label}`} className={styles.shortcut}>
                  <span>{label}</span>
                  <span className={cx(layout.row, layout.gap8)}>
                    {[keys, ...also].map((each) => (
                      <Keys key={each} keys={each} />
                    ))}
                  </span>
                </div>
              ))}
          </Fragment>
        ))}
      </div>
    </Dialog>
  );
}
