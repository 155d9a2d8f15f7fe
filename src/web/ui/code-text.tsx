import { InlineCode } from './inline-code.tsx';

/** One line of text in which `code` between backticks is set as code; all other Markdown stays as it is written. */
export function CodeText({ text }: { text: string }) {
  // Every second part is code: split keeps what the group matched.
  return text.split(/`([^`]+)`/).map((part, place) => {
    const key = `${place}`;
    return place % 2 === 1 ? <InlineCode key={key}>{part}</InlineCode> : <span key={key}>{part}</span>;
  });
}
