import { Search, X } from 'lucide-react';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { IconButton } from './icon-button.tsx';
import { cx } from './cx.ts';
import { Kbd } from './keys.tsx';
import { TextInput } from './inputs.tsx';
import styles from './search-box.module.css';

export interface SearchBoxProps {
  label: string;
  placeholder?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  /** The key that focuses it, shown while it is empty. */
  shortcut?: string | undefined;
  className?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

export function SearchBox({ label, placeholder, value, onChange, shortcut, className, ref }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current, []);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className={cx(styles.box, className)}>
      <Search />
      <TextInput
        ref={input}
        type="search"
        quiet
        className={styles.input}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          if (value) onChange('');
          else event.currentTarget.blur();
        }}
      />
      {value ? (
        <IconButton size="sm" className={styles.clear} label="Clear" icon={<X />} onClick={clear} />
      ) : (
        shortcut && <Kbd className={styles.shortcut}>{shortcut}</Kbd>
      )}
    </div>
  );
}
