import { type ComponentType, lazy, Suspense } from 'react';
import type { MarkdownEditorProps } from './editor-props.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '../cx.ts';
import styles from './markdown-editor.module.css';

// If the chunk cannot be loaded (an old page after a release, no network), a plain textarea is used.
const CodeMirrorEditor = lazy<ComponentType<MarkdownEditorProps>>(() =>
  import('./code-mirror.tsx').then(
    (module) => ({ default: module.CodeMirrorEditor }),
    () => ({ default: PlainEditor }),
  ),
);

/** Markdown editor with highlighting. Tab moves the focus out, as in every field. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  return (
    <Suspense fallback={<PlainEditor {...props} />}>
      <CodeMirrorEditor {...props} />
    </Suspense>
  );
}

function PlainEditor({ value, onChange, label, placeholder, className }: MarkdownEditorProps) {
  return (
    <textarea
      className={cx(styles.editor, styles.plain, typography.mono, className)}
      aria-label={label}
      placeholder={placeholder}
      spellCheck
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
