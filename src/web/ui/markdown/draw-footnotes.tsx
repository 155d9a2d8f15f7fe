import type { ReactNode } from 'react';
import type { Footnote } from '#markdown/tree/tree.ts';
import typography from '#web/styles/typography.module.css';
import { type Drawing, drawBlocks } from './draw-blocks.tsx';
import { referenceId } from './draw-inline.tsx';

/** Footnotes below a text, each with links back to its references. */
export function drawFootnotes(footnotes: readonly Footnote[], first: 2 | 3 | 4, drawing: Drawing): ReactNode {
  if (footnotes.length === 0) return null;
  const Heading = `h${first}` as const;
  return (
    <section data-footnotes className="footnotes">
      <Heading id={`${drawing.id}-footnotes`}>Footnotes</Heading>
      <ol>
        {footnotes.map((footnote) => (
          <li key={footnote.number} id={`${drawing.id}-fn-${footnote.number}`}>
            {drawBlocks(footnote.children, drawing, drawReturns(footnote, drawing.id))}
          </li>
        ))}
      </ol>
    </section>
  );
}

function drawReturns({ number, references, children }: Footnote, id: string): ReactNode {
  const isInText = children.at(-1)?.type === 'paragraph';
  return Array.from({ length: references }, (_, index) => {
    const nth = index + 1;
    return [
      isInText || nth > 1 ? ' ' : null,
      <a
        key={nth}
        data-footnote-backref=""
        aria-label={`Back to reference ${number}${nth === 1 ? '' : `-${nth}`}`}
        className={typography.link}
        href={`#${referenceId(id, number, nth)}`}
        rel="noopener noreferrer"
      >
        ↩{nth > 1 && <sup>{nth}</sup>}
      </a>,
    ];
  });
}
