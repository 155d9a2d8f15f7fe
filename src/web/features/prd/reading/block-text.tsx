import { Check } from 'lucide-react';
import { memo } from 'react';
import { stripContainers } from '#markdown/strip-containers.ts';
import { linesOf } from '../document/split-lines.ts';
import type { ShownBlock } from '../document/shown-reading.ts';
import { readTable, stripMarks } from '../document/strip-marks.ts';
import { InlineText } from './inline-text.tsx';
import { cx } from '#web/ui/cx.ts';
import blockRow from './block-row.module.css';
import styles from './block-text.module.css';

/** Truncates a block that is too long to read here, to bound its render time. */
const LONGEST = 20_000;

interface BlockTextProps {
  block: ShownBlock;
  lines: readonly string[];
  find: string;
  /** Grid template of the cells, for a table whose rows are separate blocks. */
  columns: string | undefined;
}

const isRule = ([first = '', ...rest]: readonly string[]) =>
  rest.length === 0 && stripContainers(first).start?.type === 'rule';

export const BlockText = memo(function BlockText({ block, lines, find, columns }: BlockTextProps) {
  const source = cut(linesOf(lines, block));
  const { kind } = block;
  if (columns !== undefined) return <RowText source={source} find={find} columns={columns} />;
  if (kind === 'table' || kind === 'row') return <TableText source={source} find={find} />;
  if (kind === 'other' && isRule(source)) return <hr className={styles.rule} />;
  const { text, box, number } = stripMarks(kind, source);
  const content = <InlineText text={text} find={find} />;
  if (kind === 'code')
    return (
      <pre>
        <code>{text}</code>
      </pre>
    );
  if (kind === 'heading') return <h3>{content}</h3>;
  if (kind !== 'item') return content;
  return (
    <>
      {box === undefined ? (
        <span className={number ? blockRow.itemNumber : blockRow.bullet} aria-hidden="true">
          {number}
        </span>
      ) : (
        <span
          className={cx(blockRow.box, box && blockRow.ticked)}
          role="img"
          aria-label={box ? 'Ticked' : 'Not ticked'}
        >
          {box && <Check />}
        </span>
      )}
      {content}
    </>
  );
});

function cut(source: readonly string[]): readonly string[] {
  let left = LONGEST;
  const shown: string[] = [];
  for (const line of source) {
    if (left <= 0) return [...shown, '…'];
    shown.push(line.length > left ? `${line.slice(0, left).toWellFormed()} …` : line);
    left -= line.length;
  }
  return shown;
}

function TableText({ source, find }: { source: readonly string[]; find: string }) {
  const { head, rows } = readTable(source);
  const [first, ...rest] = rows;
  const body = head ? rest : rows;
  return (
    <table className={styles.table}>
      {head && first && (
        <thead>
          <tr>
            {first.map((cell, at) => (
              // Cells never move, so the index is the key.
              // oxlint-disable-next-line react/no-array-index-key
              <th key={at}>
                <InlineText text={cell} find={find} />
              </th>
            ))}
          </tr>
        </thead>
      )}
      <tbody>
        {body.map((row, line) => (
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={line}>
            {row.map((cell, at) => (
              // oxlint-disable-next-line react/no-array-index-key
              <td key={at}>
                <InlineText text={cell} find={find} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A table row as a block of its own, aligned with its neighbours by a shared grid template. */
function RowText({ source, find, columns }: { source: readonly string[]; find: string; columns: string }) {
  const { head, rows } = readTable(source);
  return (
    <span className={cx(styles.cells, head && styles.head)} style={{ gridTemplateColumns: columns }}>
      {(rows[0] ?? []).map((cell, at) => (
        // oxlint-disable-next-line react/no-array-index-key
        <span key={at}>
          <InlineText text={cell} find={find} />
        </span>
      ))}
    </span>
  );
}
