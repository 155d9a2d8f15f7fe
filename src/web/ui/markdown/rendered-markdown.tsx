import { memo, useId, useMemo } from 'react';
import { parseMarkdown } from '#markdown/tree/parse-markdown.ts';
import { decodeEntity } from './decode-entity.ts';
import { drawBlocks } from './draw-blocks.tsx';
import { drawFootnotes } from './draw-footnotes.tsx';
import { HeadingLevels } from './heading-levels.ts';

/** In a chunk of its own (code splitting), loaded with the first text. */
export const RenderedMarkdown = memo(function RenderedMarkdown({
  text,
  headings = 3,
}: {
  text: string;
  headings?: 2 | 3 | 4 | undefined;
}) {
  const id = useId();
  return useMemo(() => {
    const { children, footnotes } = parseMarkdown(text, decodeEntity);
    const drawing = { id, levels: new HeadingLevels(headings) };
    return (
      <>
        {drawBlocks(children, drawing)}
        {drawFootnotes(footnotes, headings, drawing)}
      </>
    );
  }, [text, headings, id]);
});
