import { X } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import icon from '#web/styles/icon.module.css';
import typography from '#web/styles/typography.module.css';
import { cx } from './cx.ts';
import { formatCount } from './format-count.ts';
import styles from './chip.module.css';

const TONE = { neutral: undefined, warn: styles.warn, you: styles.you } as const;
const SHAPE = { plain: undefined, tight: styles.tight, withGlyph: styles.withGlyph, tall: styles.tall } as const;

export type ChipProps = {
  pressed: boolean;
  count?: number | undefined;
  /** "warn" applies while it is off; "you" is for what waits for a person. */
  tone?: keyof typeof TONE | undefined;
  /** "tight" for many in a row; "withGlyph" if it starts with a glyph; "tall" beside a field. */
  shape?: keyof typeof SHAPE | undefined;
} & Omit<ComponentProps<'button'>, 'aria-pressed'>;

/** A toggle button. */
export function Chip({ pressed, count, tone = 'neutral', shape = 'plain', children, className, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(styles.chip, SHAPE[shape], TONE[tone], className)}
      aria-pressed={pressed}
    >
      {children}
      {count !== undefined && <span className={styles.count}>{formatCount(count)}</span>}
    </button>
  );
}

export interface ChosenChipProps {
  children: ReactNode;
  /** Accessible name of the button that removes the choice. */
  removeLabel: string;
  onRemove: () => void;
}

/** Shows a choice made elsewhere, with a button to remove it. */
export function ChosenChip({ children, removeLabel, onRemove }: ChosenChipProps) {
  return (
    <span className={cx(styles.chip, styles.chosen)} data-part="chosen">
      <span className={typography.truncate}>{children}</span>
      <button type="button" className={styles.remove} aria-label={removeLabel} onClick={onRemove}>
        <X className={icon.size12} />
      </button>
    </span>
  );
}
