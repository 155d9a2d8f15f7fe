import { CopyButton } from '../copy-button.tsx';
import { highlightCode } from './highlight-code.tsx';

export function CodeBlock({ code, language }: { code: string; language: string }) {
  return (
    <div className="code">
      <header>
        <span className="trunc">{language === '' ? 'text' : language}</span>
        <CopyButton className="end" text="Copy code" label="Copy code" value={code} />
      </header>
      {/* A box that scrolls must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre tabIndex={0}>
        <code>{highlightCode(code, language)}</code>
      </pre>
    </div>
  );
}
