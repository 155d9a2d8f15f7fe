import { Component, type ComponentType, lazy, memo, type ReactNode, Suspense } from 'react';
import { cx } from '../cx.ts';
import styles from './markdown.module.css';

export interface MarkdownProps {
  text: string;
  /** The level of the text's highest heading; deeper ones follow without a gap. */
  headings?: 2 | 3 | 4 | undefined;
  /** Set back by its ink, not by transparency, so that it stays readable. */
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

// Without the chunk (an old page after a new release, no network) the text is still there to read.
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

/** Text that cannot be drawn is shown as it was written; another text gets its own try. */
class PlainOnFailure extends Component<{ text: string; children: ReactNode }, Failure> {
  static getDerivedStateFromError = () => ({ failed: true });
  static getDerivedStateFromProps = ({ text }: { text: string }, state: Failure) =>
    text === state.text ? null : { failed: false, text };
  override state: Failure = { failed: false, text: this.props.text };

  override render() {
    return this.state.failed ? <PlainText text={this.props.text} /> : this.props.children;
  }
}

/** Markdown of others, safe to show: no raw HTML, no images, no address that is not plainly a link. */
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
