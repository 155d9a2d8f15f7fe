import type { ExtraProps } from 'react-markdown';
import { CodeBox } from '../code-box.tsx';
import { CopyButton } from '../copy-button.tsx';
import { highlightCode } from './highlight-code.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';

type PreNode = ExtraProps['node'];

/** The text and the named language of a parsed block of code. */
export function readCode(pre: PreNode): { code: string; language: string } {
  const inner = pre?.children[0];
  if (inner?.type !== 'element') return { code: '', language: '' };
  const code = inner.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
  const names = inner.properties['className'];
  const name = Array.isArray(names) ? names.map(String).find((each) => each.startsWith('language-')) : undefined;
  return { code: code.replace(/\n$/, ''), language: (name?.slice('language-'.length) ?? '').toLowerCase() };
}

export function CodeBlock({ code, language }: { code: string; language: string }) {
  return (
    <CodeBox
      head={
        <>
          <span className={typography.truncate}>{language === '' ? 'text' : language}</span>
          <CopyButton className={layout.pushEnd} text="Copy code" label="Copy code" value={code} />
        </>
      }
    >
      <code>{highlightCode(code, language)}</code>
    </CodeBox>
  );
}
