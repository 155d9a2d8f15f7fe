import { Fragment } from 'react';

/** A sentence in which what stands between backticks is code: the names of variables. */
export function WithCode({ text }: { text: string }) {
  return text.split('`').map((part, place) =>
    place % 2 === 1 ? (
      <code className="in" key={part}>
        {part}
      </code>
    ) : (
      <Fragment key={part}>{part}</Fragment>
    ),
  );
}
