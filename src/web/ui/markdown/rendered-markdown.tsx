import { memo, useId, useMemo } from 'react';
import ReactMarkdown, { type Components, type ExtraProps, type Options } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { CodeBlock, readCode } from './code-block.tsx';
import type { Marking } from './marking.ts';
import { isForeign, safeAddress } from './safe-address.ts';
import { levelHeadings, showHtmlAsText } from './shape-text.ts';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';

const SCHEMA = {
  ...defaultSchema,
  // Names are made unique per text below; a second prefix would part notes from their footnotes.
  clobberPrefix: '',
  protocols: { href: ['http', 'https', 'mailto'] },
};

const COMPONENTS: Components = {
  a: ({ node: _node, href, children, ...rest }) => {
    if (!href) return <span>{children}</span>;
    const away = isForeign(href) ? { target: '_blank' } : {};
    return (
      <a {...rest} {...away} href={href} rel="noopener noreferrer" className={typography.link}>
        {children}
      </a>
    );
  },
  img: ({ alt }) => <span>{alt === undefined || alt === '' ? 'image' : alt}</span>,
  pre: ({ node }) => <CodeBlock {...readCode(node)} />,
  // A box that scrolls must be reachable by keyboard.
  table: ({ children }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={layout.scroll} aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </section>
  ),
  input: ({ checked }) => (
    <input type="checkbox" disabled checked={checked === true} aria-label={checked === true ? 'Done' : 'Not done'} />
  ),
};

const SAFE: NonNullable<Options['rehypePlugins']> = [[rehypeSanitize, SCHEMA]];

function withMarks(marking: Marking | undefined) {
  if (!marking) return { rehype: SAFE, components: COMPONENTS };
  const Mark = marking.draw;
  const drawn: Components = {
    ...COMPONENTS,
    [marking.tag]: ({ node }: ExtraProps) => <Mark data-mark={String(node?.properties['dataMark'] ?? '')} />,
  };
  return { rehype: [...SAFE, marking.place], components: drawn };
}

/** Loaded on its own, when the first text is shown. */
export const RenderedMarkdown = memo(function RenderedMarkdown({
  text,
  headings = 3,
  marking,
}: {
  text: string;
  headings?: number | undefined;
  marking?: Marking | undefined;
}) {
  const id = useId();
  const shape = useMemo(
    () => ({
      remark: [remarkGfm, showHtmlAsText, levelHeadings(headings)],
      toHtml: { clobberPrefix: `${id}-`, footnoteLabelTagName: `h${headings}` },
    }),
    [headings, id],
  );
  const { rehype, components } = useMemo(() => withMarks(marking), [marking]);
  return (
    <ReactMarkdown
      remarkPlugins={shape.remark}
      remarkRehypeOptions={shape.toHtml}
      rehypePlugins={rehype}
      urlTransform={safeAddress}
      components={components}
    >
      {text}
    </ReactMarkdown>
  );
});
