import type { ReactNode } from 'react';
import { CopyButton } from '#web/ui/copy-button.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';
import { CodeBox, type CodeToken } from '#web/ui/code-box.tsx';

interface SnippetProps {
  /** The file it goes into, or the program that reads it. */
  name: string;
  text: string;
  /** Replaces the name in the head. */
  children?: ReactNode;
  onCopied?: (() => void) | undefined;
}

export function Snippet({ name, text, children, onCopied }: SnippetProps) {
  return (
    <CodeBox
      headWraps
      head={
        <>
          {children ?? <span className={typography.truncate}>{name}</span>}
          <CopyButton className={layout.pushEnd} text="Copy code" label="Copy code" value={text} onCopied={onCopied} />
        </>
      }
    >
      {highlight(text.trimEnd())}
    </CodeBox>
  );
}

const PIECES = /("(?:[^"\\]|\\.)*"(?=\s*:)|"(?:[^"\\]|\\.)*"|'[^']*'|https?:\/\/\S+|^export\b)/gm;

/** Minimal highlighting of names and strings; a library would be larger than the page. */
function highlight(text: string): ReactNode[] {
  let at = 0;
  return text.split(PIECES).map((piece) => {
    const start = at;
    at += piece.length;
    const kind = kindOf(piece, text.slice(at));
    return kind === undefined ? (
      piece
    ) : (
      <span key={start} data-token={kind}>
        {piece}
      </span>
    );
  });
}

function kindOf(piece: string, rest: string): CodeToken | undefined {
  if (piece === 'export') return 'keyword';
  if (!/^(["']|https?:)/.test(piece)) return undefined;
  return piece.startsWith('"') && /^\s*:/.test(rest) ? 'value' : 'string';
}
