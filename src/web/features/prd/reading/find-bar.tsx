import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { IconButton } from '#web/ui/icon-button.tsx';
import typography from '#web/styles/typography.module.css';
import { cx } from '#web/ui/cx.ts';
import { TextInput } from '#web/ui/inputs.tsx';
import styles from './find-bar.module.css';

interface FindBarProps {
  words: string;
  onWords: (words: string) => void;
  /** 0-based index of the current match. */
  at: number;
  found: number;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
}

/** Replaces the browser's search, which finds only the rows in the DOM (virtualised list). */
export function FindBar({ words, onWords, at, found, onStep, onClose }: FindBarProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const count = words.trim() === '' ? '' : found === 0 ? 'not found' : `${at + 1} of ${found.toLocaleString('en-US')}`;
  return (
    <search className={styles.bar}>
      <TextInput
        ref={input}
        className={styles.words}
        aria-label="Find in the document"
        placeholder="Find in the document"
        value={words}
        onChange={(event) => onWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
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
