import { Fragment } from 'react';
import { InlineCode } from '#web/ui/inline-code.tsx';

/** A sentence in which what stands between backticks is code: the names of variables. */
export function WithCode({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, place) =>
      place % 2 === 1 ? <InlineCode key={part}>{part}</InlineCode> : <Fragment key={part}>{part}</Fragment>,
    );
}
