import { useEffect, useRef } from 'react';
import { TASK_TITLE_MAX } from '#contract/constants.ts';
import styles from './title-input.module.css';

/** What comes after a title: the next one in the same field, nothing more, or whatever the person has gone to. */
export type AfterTitle = 'next' | 'done' | 'elsewhere';

export interface TitleInputProps {
  /** In a row of the tree, or by itself. */
  look?: 'row' | 'alone' | undefined;
  label: string;
  initial: string;
  /** What stands in the field at first, where that is not the initial text: after a refusal, what was written. */
  typed?: string | undefined;
  max?: number;
  placeholder?: string;
  /** Enter keeps the field open for the next one. */
  chain?: boolean;
  onType?: (text: string) => void;
  /** With the trimmed text. */
  onSubmit: (text: string, after: AfterTitle) => void;
  /** Dropped, or left empty or as it was. */
  onCancel: (after: AfterTitle) => void;
}

/** Writes a title in place: Enter keeps it, Escape drops it, going elsewhere keeps what was written. */
export function TitleInput({
  look = 'row',
  label,
  initial,
  typed = initial,
  max = TASK_TITLE_MAX,
  placeholder,
  chain,
  onType,
  onSubmit,
  onCancel,
}: TitleInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  useEffect(() => {
    ended.current = false;
    // Wherever it is: a field after a long branch, or one that comes back, is brought into sight.
    input.current?.focus();
    input.current?.select();
  }, []);

  const finish = (after: AfterTitle) => {
    if (ended.current || !input.current) return;
    const text = input.current.value.trim();
    const goesOn = after === 'next' && text !== '';
    ended.current = !goesOn;
    if (goesOn) input.current.value = '';
    if (text === '' || (text === initial && !chain)) onCancel(after);
    else onSubmit(text, after);
  };
  return (
    <input
      ref={input}
      className={look === 'alone' ? styles.alone : styles.inRow}
      aria-label={label}
      defaultValue={typed}
      maxLength={max}
      placeholder={placeholder}
      onChange={(event) => onType?.(event.target.value)}
      onBlur={() => finish('elsewhere')}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') finish(chain ? 'next' : 'done');
        else if (event.key === 'Escape') {
          ended.current = true;
          onCancel('done');
        } else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
