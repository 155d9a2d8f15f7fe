import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '#web/ui/icon-button.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { TextInput } from '#web/ui/inputs.tsx';

interface FindBarProps {
  words: string;
  onWords: (words: string) => void;
  /** Which of the places found is shown, from 0. */
  at: number;
  found: number;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
}

/** Looks through the document: the browser's own search sees only what is drawn. */
export function FindBar({ words, onWords, at, found, onStep, onClose }: FindBarProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const count = words.trim() === '' ? '' : found === 0 ? 'not found' : `${at + 1} of ${found.toLocaleString('en-US')}`;
  return (
    <search className="findbar">
      <TextInput
        ref={input}
        className="find-words"
        aria-label="Find in the document"
        placeholder="Find in the document"
        value={words}
        onChange={(event) => onWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            event.preventDefault();
            onClose();
          } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            onStep(event.shiftKey ? -1 : 1);
          }
        }}
      />
      <output className={cx(typography.small, typography.tertiary, typography.tabular, typography.nowrap)}>
        {count}
      </output>
      <IconButton
        size="sm"
        label="Previous place"
        icon={<ChevronUp />}
        disabled={found === 0}
        onClick={() => onStep(-1)}
      />
      <IconButton
        size="sm"
        label="Next place"
        icon={<ChevronDown />}
        disabled={found === 0}
        onClick={() => onStep(1)}
      />
      <IconButton size="sm" label="Close" icon={<X />} onClick={onClose} />
    </search>
  );
}
