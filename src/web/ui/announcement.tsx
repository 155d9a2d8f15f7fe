import { useState } from 'react';
import typography from '#web/styles/typography.module.css';

interface AnnouncementProps {
  text: string;
  /** What is announced, compared by identity: another one announces the same text again. */
  of: unknown;
}

/** Live region. The same text again is no change of the DOM, so each announcement gets a new node. */
export function Announcement({ text, of }: AnnouncementProps) {
  const [last, setLast] = useState({ of, turn: 0 });
  if (last.of !== of) setLast({ of, turn: last.turn + 1 });
  return (
    <output className={typography.visuallyHidden}>
      <span key={last.turn}>{text}</span>
    </output>
  );
}
