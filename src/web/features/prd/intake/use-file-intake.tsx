import { type DragEvent, useRef, useState } from 'react';
import type { Draft } from './draft.ts';
import { readFile } from './read-file.ts';
import typography from '#web/styles/typography.module.css';

/** File picker and drop target. `dropProps` can be spread on any element. */
export function useFileIntake(onTaken: (draft: Draft) => void) {
  const picker = useRef<HTMLInputElement>(null);
  const [refusal, setRefusal] = useState('');
  const [isOver, setOver] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    const read = await readFile(file);
    if ('refusal' in read) return setRefusal(read.refusal);
    setRefusal('');
    onTaken(read);
  };
  return {
    refusal,
    isOver,
    choose: () => picker.current?.click(),
    dropProps: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: (event: DragEvent) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(false);
        void take(event.dataTransfer.files[0]);
      },
    },
    input: (
      <input
        ref={picker}
        type="file"
        accept=".md,.markdown"
        className={typography.visuallyHidden}
        tabIndex={-1}
        aria-label="Markdown file"
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
    ),
  };
}

export type FileIntake = ReturnType<typeof useFileIntake>;
