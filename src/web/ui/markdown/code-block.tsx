import { CodeBox } from '../code-box.tsx';
import { CopyButton } from '../copy-button.tsx';
import { highlightCode } from './highlight-code.tsx';
import typography from '#web/styles/typography.module.css';
import layout from '#web/styles/layout.module.css';

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
