import type { ReactNode } from 'react';
import { type CodeToken, readTokens } from './read-tokens.ts';

/** The code highlighted if its language is known, else as it is. */
export function highlightCode(code: string, language: string): ReactNode {
  return readTokens(code, language).map((token, index) => draw(token, index));
}

function draw(token: string | CodeToken, index: number): ReactNode {
  if (typeof token === 'string') return token;
  // Nodes of one text never move, so the index is the key.
  return (
    <span key={index} data-token={token.colour}>
      {token.inside.map((each, at) => draw(each, at))}
    </span>
  );
}
