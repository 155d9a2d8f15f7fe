import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { markdown, markdownKeymap, markdownLanguage } from '@codemirror/lang-markdown';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { Annotation, EditorState, Text } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view';
import { tags } from '@lezer/highlight';

interface EditorOptions {
  text: string;
  label: string;
  placeholder: string;
  onChange: (text: string) => void;
}

const fromOutside = Annotation.define<boolean>();

/**
 * CodeMirror injects its own styles. As a style element in the page the CSP refuses them; in a shadow root they are a constructed
 * style sheet, which is allowed. Custom properties of the page are inherited, so the colours are its tokens.
 */
export function createEditor(host: HTMLElement, options: EditorOptions): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  return new EditorView({
    parent: root,
    root,
    doc: options.text,
    extensions: [
      lineNumbers(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      EditorView.lineWrapping,
      EditorState.tabSize.of(2),
      markdown({ base: markdownLanguage, addKeymap: false }),
      syntaxHighlighting(COLOURS),
      placeholder(options.placeholder),
      // Ctrl or Cmd with Enter is left to the surrounding form, which it submits.
      keymap.of([...markdownKeymap, ...historyKeymap, ...defaultKeymap].filter(({ key }) => key !== 'Mod-Enter')),
      EditorView.contentAttributes.of({ 'aria-label': options.label, spellcheck: 'true', tabindex: '0' }),
      EditorView.updateListener.of((update) => {
        const isOurs = update.transactions.some((each) => each.annotation(fromOutside) === true);
        if (update.docChanged && !isOurs) options.onChange(update.state.doc.toString());
      }),
      THEME,
    ],
  });
}

/** Replaces the text without calling onChange; an equal text changes nothing, so that the cursor stays. */
export function setText(view: EditorView, text: string) {
  const { doc } = view.state;
  const next = Text.of(text.split(/\r\n?|\n/));
  if (doc.eq(next)) return;
  view.dispatch({ changes: { from: 0, to: doc.length, insert: next }, annotations: fromOutside.of(true) });
}

const THEME = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', fontSize: 'inherit', borderRadius: 'inherit' },
  '&.cm-focused': { outline: 'none' },
  // Above the lines: the active line's background would cover an outline.
  '&.cm-focused::after': {
    content: '""',
    position: 'absolute',
    inset: '1px',
    zIndex: '300',
    border: '2px solid var(--focus)',
    borderRadius: 'var(--r-1)',
    pointerEvents: 'none',
  },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    fontVariantLigatures: 'none',
    lineHeight: 'inherit',
    scrollbarWidth: 'thin',
  },
  '.cm-content': { padding: '12px 16px 12px 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 0 0 4px' },
  '.cm-gutters': { background: 'none', border: '0', color: 'var(--text-3)' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '42px', padding: '0 12px 0 0' },
  '.cm-activeLine': { background: 'none' },
  '.cm-activeLineGutter': { background: 'none' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': { background: 'var(--well)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--selected)',
  },
  '.cm-placeholder': { color: 'var(--text-3)', whiteSpace: 'pre-wrap' },
});

const COLOURS = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '600' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url, tags.monospace], color: 'var(--info-text)' },
  { tag: tags.quote, color: 'var(--text-2)' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.meta, tags.labelName], color: 'var(--text-3)' },
]);
