import typography from '#web/styles/typography.module.css';
import { cx } from './cx.ts';
import { formatCount } from './format-count.ts';
import styles from './segmented.module.css';

export interface SegmentedControlProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; count?: number | undefined }[];
  value: Value;
  onChange: (value: Value) => void;
  size?: 'tiny' | 'small' | 'large' | undefined;
  /** As wide as its container: always, or in windows narrower than this. */
  full?: 'always' | 'below-720' | 'below-860' | undefined;
  className?: string | undefined;
}

export function SegmentedControl<Value extends string>({
  label,
  options,
  value,
  onChange,
  size,
  full,
  className,
}: SegmentedControlProps<Value>) {
  const look = cx(
    styles.group,
    size === 'tiny' && styles.tiny,
    size === 'small' && styles.small,
    size === 'large' && styles.large,
    full === 'always' && styles.full,
    full === 'below-720' && styles.fullBelow720,
    full === 'below-860' && styles.fullBelow860,
    className,
  );
  return (
    <fieldset className={look} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count !== undefined && <span className={typography.tertiary}>{formatCount(option.count)}</span>}
        </button>
      ))}
    </fieldset>
  );
}
