import { Component, type ComponentType, lazy, memo, type ReactNode, Suspense } from 'react';
import { cx } from '../cx.ts';
import styles from './markdown.module.css';

export interface MarkdownProps {
  text: string;
  /** Level of the text's highest heading; deeper ones follow without a gap. */
  headings?: 2 | 3 | 4 | undefined;
  /** Set back by colour, not by opacity, so that the contrast stays sufficient. */
  muted?: boolean | undefined;
  className?: string | undefined;
}

function PlainText({ text }: { text: string }) {
  return (
    <p className={styles.plain} data-part="plain-text">
      {text}
    </p>
  );
}

// If the chunk cannot be loaded (an old page after a release, no network), the text is shown unformatted.
const RenderedMarkdown = lazy<ComponentType<Pick<MarkdownProps, 'text' | 'headings'>>>(() =>
  import('./rendered-markdown.tsx').then(
    (module) => ({ default: module.RenderedMarkdown }),
    () => ({ default: PlainText }),
  ),
);

interface Failure {
  failed: boolean;
  text: string;
}

/** Error boundary: shows the source text; reset by another text. */
class PlainOnFailure extends Component<{ text: string; children: ReactNode }, Failure> {
  static getDerivedStateFromError = () => ({ failed: true });
  static getDerivedStateFromProps = ({ text }: { text: string }, state: Failure) =>
    text === state.text ? null : { failed: false, text };
  override state: Failure = { failed: false, text: this.props.text };

  override render() {
    return this.state.failed ? <PlainText text={this.props.text} /> : this.props.children;
  }
}

/** Markdown by others, safe to show: no raw HTML, no images, only safe addresses. */
export const Markdown = memo(function Markdown({ text, headings = 3, muted, className }: MarkdownProps) {
  return (
    <div data-part="prose" className={cx(styles.prose, muted && styles.muted, className)}>
      <PlainOnFailure text={text}>
        <Suspense fallback={<PlainText text={text} />}>
          <RenderedMarkdown text={text} headings={headings} />
        </Suspense>
      </PlainOnFailure>
    </div>
  );
});
