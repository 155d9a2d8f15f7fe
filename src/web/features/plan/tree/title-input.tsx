import { useEffect, useRef } from 'react';
import { TASK_TITLE_MAX } from '#contract/constants.ts';
import styles from './title-input.module.css';

/** What follows a title: the next one in the same field, nothing, or the focus is elsewhere already (blur). */
export type AfterTitle = 'next' | 'done' | 'elsewhere';

export interface TitleInputProps {
  look?: 'row' | 'alone' | undefined;
  label: string;
  initial: string;
  /** Initial value if it differs from `initial`: after a failed save, the text that was written. */
  typed?: string | undefined;
  max?: number;
  placeholder?: string;
  /** Enter submits and keeps the field open for the next title. */
  chain?: boolean;
  onType?: (text: string) => void;
  onSubmit: (text: string, after: AfterTitle) => void;
  /** Also for an empty or unchanged text. */
  onCancel: (after: AfterTitle) => void;
}

/** Uncontrolled in-place field: Enter and blur submit, Escape cancels. */
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
    // focus() also scrolls it into view: it may be after a long branch.
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
