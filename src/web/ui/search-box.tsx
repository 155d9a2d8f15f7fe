import { Search, X } from 'lucide-react';
import { type Ref, useImperativeHandle, useRef } from 'react';
import { IconButton } from './icon-button.tsx';
import { Kbd } from './keys.tsx';

export interface SearchBoxProps {
  label: string;
  placeholder?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  /** The key that jumps here, shown while the box is empty. */
  shortcut?: string | undefined;
  ref?: Ref<HTMLInputElement>;
}

export function SearchBox({ label, placeholder, value, onChange, shortcut, ref }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle<HTMLInputElement | null, HTMLInputElement | null>(ref, () => input.current, []);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <div className="searchbox">
      <Search />
      <input
        ref={input}
        type="search"
        className="input quiet"
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          if (value) onChange('');
          else event.currentTarget.blur();
        }}
      />
      {value ? <IconButton size="sm" label="Clear" icon={<X />} onClick={clear} /> : shortcut && <Kbd>{shortcut}</Kbd>}
    </div>
  );
}
