import { useEffect, useRef } from 'react';
import { TASK_TITLE_MAX } from '#contract/constants.ts';

export interface TitleInputProps {
  label: string;
  initial: string;
  /** What stands in the field at first, where that is not the initial text: after a refusal, what was written. */
  typed?: string | undefined;
  max?: number;
  placeholder?: string;
  /** Enter keeps the field open for the next one. */
  chain?: boolean;
  /** With the trimmed text; `again` when the field stays open. */
  onSubmit: (text: string, again: boolean) => void;
  onCancel: () => void;
}

/** Writes a title in place: Enter keeps it, Escape drops it, going elsewhere keeps what was written. */
export function TitleInput({
  label,
  initial,
  typed = initial,
  max = TASK_TITLE_MAX,
  placeholder,
  chain,
  onSubmit,
  onCancel,
}: TitleInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  useEffect(() => {
    ended.current = false;
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, []);

  const finish = (again: boolean) => {
    if (ended.current || !input.current) return;
    const text = input.current.value.trim();
    const goesOn = again && text !== '';
    ended.current = !goesOn;
    if (goesOn) input.current.value = '';
    if (text === '' || (text === initial && !chain)) onCancel();
    else onSubmit(text, goesOn);
  };
  return (
    <input
      ref={input}
      className="title-input"
      aria-label={label}
      defaultValue={typed}
      maxLength={max}
      placeholder={placeholder}
      onBlur={() => finish(false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') finish(chain ?? false);
        else if (event.key === 'Escape') {
          ended.current = true;
          onCancel();
        } else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}
