import { ListFilter } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { ROLE_TEXTS } from '#contract/prd-texts.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { ShownReading } from '../document/shown-reading.ts';
import { tableColumns } from '../document/table-columns.ts';
import type { Filter, Row } from '../rows/flatten-document.ts';
import { BlockRow } from './block-row.tsx';
import { DecisionRow } from './decision-row.tsx';
import { FoldRow } from './fold-row.tsx';
import type { Place } from './place-store.ts';
import { useReadingKeys } from './use-reading-keys.ts';
import { lastAt, useRowFocus } from './use-row-focus.ts';
import { useRowScroll } from './use-row-scroll.ts';
import layout from '#web/styles/layout.module.css';
import { cx } from '#web/ui/cx.ts';
import styles from './reading-view.module.css';

/** Scroll target; a new object per jump, so that the same line can be a target twice. */
export interface Target {
  line: number;
  /** Also focuses the line instead of only scrolling to it. */
  focus: boolean;
  /** Highlights the line until the next jump. */
  light?: boolean | undefined;
}

interface ReadingViewProps {
  label: string;
  reading: ShownReading;
  rows: readonly Row[];
  filter: ReadonlySet<Filter>;
  onShowAll: () => void;
  target: Target | undefined;
  /** The task whose lines are highlighted. */
  lit: string | undefined;
  find: string;
  place: Place;
  /** Called with the line of the roving tabindex. */
  onCurrent: (line: number) => void;
}

/** The document as a virtualised list, with the role of every line in the margin. */
export function ReadingView(props: ReadingViewProps) {
  const { label, reading, rows, filter, onShowAll, target, lit, find, place, onCurrent } = props;
  const box = useRef<HTMLElement>(null);
  const focus = useRowFocus(rows, box);
  const virtual = useRowScroll(rows, reading, box, focus.index);

  const goTo = (index: number, align: 'auto' | 'center' = 'auto', take = true) => {
    const row = rows[index];
    if (!row) return;
    focus.moveTo(row, take);
    virtual.scrollToIndex(index, { align });
  };
  const latest = useRef({ rows, goTo });
  useLayoutEffect(() => {
    latest.current = { rows, goTo };
  });
  // A layout effect: its updates render synchronously, before the next key event (U, then 1 right after it).
  useLayoutEffect(() => {
    if (!target) return;
    const { rows: now, goTo: go } = latest.current;
    const asked = now.findIndex((row) => row.kind === 'decision' && row.line === target.line);
    go(asked >= 0 && target.focus ? asked : lastAt(now, target.line), 'center', target.focus);
  }, [target]);
  useReadingKeys({ box, rows, index: focus.index, goTo });

  const columns = useMemo(() => tableColumns(reading), [reading]);
  const items = virtual.getVirtualItems();
  const top = rows[virtual.range?.startIndex ?? 0]?.line ?? 1;
  useEffect(() => place.set(top), [place, top]);
  const current = focus.row?.line ?? 0;
  useEffect(() => onCurrent(current), [onCurrent, current]);

  if (rows.length === 0 && filter.size > 0) return <NothingFound filter={filter} onShowAll={onShowAll} />;
  return (
    <section
      ref={box}
      className={cx(styles.document, layout.scroll)}
      aria-label={`${label} with the role of every line`}
    >
      <div
        className={styles.space}
        style={{ height: virtual.getTotalSize() }}
        onFocus={focus.onFocus}
        onBlur={focus.onBlur}
      >
        {items.map(({ index, start, key }) => {
          const row = rows[index];
          return (
            row && (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                data-row={row.id}
                className={styles.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                {drawRow(row, {
                  lines: reading.lines,
                  isCurrent: index === focus.index,
                  isLit: row.kind === 'block' && row.task !== undefined && row.task.key === lit,
                  isTarget: target?.light === true && row.kind === 'block' && holds(row, target.line),
                  find,
                  columns: columns.get(row.line),
                })}
              </div>
            )
          );
        })}
      </div>
    </section>
  );
}

interface Look {
  lines: readonly string[];
  isCurrent: boolean;
  isLit: boolean;
  isTarget: boolean;
  find: string;
  columns: string | undefined;
}

function drawRow(row: Row, look: Look): ReactNode {
  const { isCurrent } = look;
  if (row.kind === 'fold')
    return <FoldRow section={row.section} counts={row.counts} lines={look.lines} isCurrent={isCurrent} />;
  if (row.kind === 'decision') return <DecisionRow decision={row.decision} isCurrent={isCurrent} />;
  const { kind: _kind, id: _id, line: _line, ...block } = row;
  return <BlockRow {...block} {...look} />;
}

const holds = ({ block }: Extract<Row, { kind: 'block' }>, line: number) =>
  block.start_line <= line && line <= block.end_line;

function NothingFound({ filter, onShowAll }: { filter: ReadonlySet<Filter>; onShowAll: () => void }) {
  const names = [...filter].map((each) => (each === 'changed' ? 'changes' : ROLE_TEXTS[each].many));
  return (
    <div className={styles.nothing}>
      <EmptyState
        icon={ListFilter}
        heading="h3"
        title={`No ${new Intl.ListFormat('en', { type: 'disjunction' }).format(names)} in this document.`}
        action={<Button onClick={onShowAll}>Show all</Button>}
      />
    </div>
  );
}
