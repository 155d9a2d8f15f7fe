import type { EditorView } from '@codemirror/view';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../cx.ts';
import { createEchoes } from '../own-echoes.ts';
import { createEditor, setText } from './create-editor.ts';
import type { MarkdownEditorProps } from './editor-props.ts';
import styles from './markdown-editor.module.css';

/** In a chunk of its own (code splitting), loaded when the editor is opened. */
export function CodeMirrorEditor({ value, onChange, label, placeholder, className }: MarkdownEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(undefined);
  const [echoes] = useState(createEchoes<string>);
  const latest = useRef({ value, onChange });
  useLayoutEffect(() => {
    latest.current = { value, onChange };
  });

  useEffect(() => {
    if (!host.current) return undefined;
    const view = createEditor(host.current, {
      text: latest.current.value,
      label,
      placeholder,
      onChange: (text) => {
        echoes.expect(text);
        latest.current.onChange(text);
      },
    });
    editor.current = view;
    return () => {
      editor.current = undefined;
      view.destroy();
    };
  }, [label, placeholder, echoes]);

  // Text from outside, such as a file or an undone Clear. Our own text may return late while somebody types fast, and is skipped.
  useEffect(() => {
    if (!echoes.isEcho(value) && editor.current) setText(editor.current, value);
  }, [value, echoes]);

  return <div ref={host} className={cx(styles.editor, className)} />;
}
