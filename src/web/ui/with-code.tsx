import { Fragment } from 'react';
import { InlineCode } from './inline-code.tsx';

/** Renders what is between backticks as code, such as names of variables. */
export function WithCode({ text }: { text: string }) {
  return text
    .split('`')
    .map((part, place) =>
      place % 2 === 1 ? <InlineCode key={part}>{part}</InlineCode> : <Fragment key={part}>{part}</Fragment>,
    );
}
