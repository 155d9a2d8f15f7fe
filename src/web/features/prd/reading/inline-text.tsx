import { Fragment, memo, type ReactNode, use } from 'react';
import { CurrentRowContext } from './reading-context.ts';
import typography from '#web/styles/typography.module.css';

/** Inline Markdown. Only explicit links and http(s) URLs match as links. */
const MARKS =
  /(`+)(?<code>.+?)\1(?!`)|\*\*(?<bold>\S(?:.*?\S)?)\*\*|__(?<strong>\S(?:.*?\S)?)__|~~(?<gone>.+?)~~|\*(?<em>[^\s*](?:[^*]*[^\s*])?)\*|(?<![\p{L}\p{N}_])_(?<slanted>[^\s_](?:[^_]*[^\s_])?)_(?![\p{L}\p{N}_])|!?\[(?<label>[^\]]*)\]\((?<address>[^()\s]*(?:\([^()\s]*\))?)(?:\s+"[^"]*")?\)|(?<bare>https?:\/\/[^\s<>()]+[^\s<>().,;:!?'"])|\\(?<escaped>[!-/:-@[-`{-~])|(?<end>\n)/gsu;

/** Longer text is shown unformatted: backtracking over it could block the main thread. */
const LONGEST = 4_000;
const DEEPEST = 4;

interface InlineTextProps {
  text: string;
  /** Search words to highlight. */
  find?: string | undefined;
}

/** Inline Markdown as React nodes: no HTML and no images, so it can neither inject markup (XSS) nor load anything. */
export const InlineText = memo(function InlineText({ text, find = '' }: InlineTextProps) {
  return <>{drawMarks(text, find.trim(), 0)}</>;
});

function drawMarks(text: string, find: string, depth: number): ReactNode {
  if (text.length > LONGEST || depth >= DEEPEST) return drawHits(text, find);
  const parts: ReactNode[] = [];
  let from = 0;
  for (const match of text.matchAll(MARKS)) {
    if (match.index > from) parts.push(drawHits(text.slice(from, match.index), find));
    parts.push(drawMark(match.groups ?? {}, find, depth + 1));
    from = match.index + match[0].length;
  }
  if (from === 0) return drawHits(text, find);
  parts.push(drawHits(text.slice(from), find));
  return keyed(parts);
}

function drawMark(mark: Record<string, string | undefined>, find: string, depth: number): ReactNode {
  const inner = (value: string) => drawMarks(value, find, depth);
  const bold = mark['bold'] ?? mark['strong'];
  const slanted = mark['em'] ?? mark['slanted'];
  if (mark['code'] !== undefined) return <code>{drawHits(mark['code'].trim(), find)}</code>;
  if (bold !== undefined) return <b>{inner(bold)}</b>;
  if (slanted !== undefined) return <em>{inner(slanted)}</em>;
  if (mark['gone'] !== undefined) return <del>{inner(mark['gone'])}</del>;
  if (mark['bare'] !== undefined) return drawLink(mark['bare'], drawHits(mark['bare'], find));
  if (mark['label'] !== undefined) return drawLink(mark['address'] ?? '', inner(mark['label'] || 'image'));
  if (mark['end'] !== undefined) return <br />;
  return mark['escaped'];
}

function drawLink(address: string, children: ReactNode) {
  if (!/^(?:https?:\/\/|mailto:)/i.test(address) || !URL.canParse(address)) return children;
  return <Anchor href={new URL(address).href}>{children}</Anchor>;
}

/** In the tab order only where its row is the current one (roving tabindex). */
function Anchor({ href, children }: { href: string; children: ReactNode }) {
  const tabIndex = use(CurrentRowContext) ? 0 : -1;
  return (
    <a className={typography.link} href={href} target="_blank" rel="noopener noreferrer" tabIndex={tabIndex}>
      {children}
    </a>
  );
}

function drawHits(text: string, find: string): ReactNode {
  if (find === '') return text;
  const [lower, wanted] = [text.toLocaleLowerCase(), find.toLocaleLowerCase()];
  // Some letters change their length with their case, and all later offsets would be wrong.
  if (lower.length !== text.length) return text;
  const parts: ReactNode[] = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    parts.push(text.slice(from, at), <mark>{text.slice(at, at + wanted.length)}</mark>);
    from = at + wanted.length;
  }
  return parts.length === 0 ? text : keyed([...parts, text.slice(from)]);
}

/** Parts never move, so the index is the key. */
// oxlint-disable-next-line react/no-array-index-key
const keyed = (parts: readonly ReactNode[]) => parts.map((part, at) => <Fragment key={at}>{part}</Fragment>);
