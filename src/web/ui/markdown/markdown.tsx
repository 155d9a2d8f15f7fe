import { Component, type ComponentType, createElement, memo, type ReactNode, useSyncExternalStore } from 'react';
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

type Renderer = ComponentType<Pick<MarkdownProps, 'text' | 'headings'>>;

function PlainText({ text }: { text: string }) {
  return (
    <p className={styles.plain} data-part="plain-text">
      {text}
    </p>
  );
}

let renderer: Renderer | undefined;
const listeners = new Set<() => void>();

// Requested with the module, not with the first text: mostly it is there before a text is.
void import('./rendered-markdown.tsx')
  .then(
    (module) => module.RenderedMarkdown,
    // The chunk cannot be loaded (an old page after a release, no network): the text is shown unformatted.
    () => PlainText,
  )
  .then((loaded) => {
    renderer = loaded;
    for (const listener of listeners) listener();
  });

const readRenderer = () => renderer;

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The renderer once its chunk is loaded. Not React.lazy, which shows its fallback for a moment even where the chunk is
 * there already.
 */
const useRenderer = () => useSyncExternalStore(subscribe, readRenderer, readRenderer);

/** As high as the text, without painting its source. */
function Waiting({ text }: { text: string }) {
  return (
    <p className={styles.waiting} data-part="waiting-text" aria-hidden="true">
      {text}
    </p>
  );
}

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
  const Rendered = useRenderer();
  return (
    <div
      data-part="prose"
      className={cx(styles.prose, muted && styles.muted, className)}
      aria-busy={Rendered === undefined || undefined}
    >
      {Rendered ? (
        <PlainOnFailure text={text}>{createElement(Rendered, { text, headings })}</PlainOnFailure>
      ) : (
        <Waiting text={text} />
      )}
    </div>
  );
});
