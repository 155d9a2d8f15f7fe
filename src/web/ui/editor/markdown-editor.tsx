import { type ComponentType, lazy, Suspense } from 'react';
import type { MarkdownEditorProps } from './editor-props.ts';
import typography from '#web/styles/typography.module.css';
import { cx } from '../cx.ts';
import styles from './markdown-editor.module.css';

// Without the chunk (an old page after a new release, no network) the text can still be written.
const CodeMirrorEditor = lazy<ComponentType<MarkdownEditorProps>>(() =>
  import('./code-mirror.tsx').then(
    (module) => ({ default: module.CodeMirrorEditor }),
    () => ({ default: PlainEditor }),
  ),
);

/** Writes markdown in colours. Tab leaves it, as it leaves every field. */
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
