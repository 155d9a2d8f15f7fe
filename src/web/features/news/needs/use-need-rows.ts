import { useState } from 'react';
import type { Need } from '#contract/news.ts';
import { mergeNeeds, type NeedRow, type Outcome, startRows } from './merge-needs.ts';

interface Held {
  needs: readonly Need[];
  rows: readonly NeedRow[];
}

/** The rows of the list, which a live update never moves while somebody writes in one of them. */
export function useNeedRows(needs: readonly Need[]) {
  const [held, setHeld] = useState<Held>(() => ({ needs, rows: startRows(needs) }));
  const [writing, setWriting] = useState<ReadonlySet<string>>(new Set());
  const { rows } = held;
  const isWriting = rows.some(({ key, outcome }) => outcome === undefined && writing.has(key));
  if (held.needs !== needs) setHeld({ needs, rows: mergeNeeds(rows, needs, isWriting) });

  const change = (key: string, to: (row: NeedRow) => NeedRow) =>
    setHeld((known) => ({ ...known, rows: known.rows.map((row) => (row.key === key ? to(row) : row)) }));
  return {
    rows,
    /** Somebody begins or stops to write in a row. */
    setWriting: (key: string, isOn: boolean) =>
      setWriting((keys) => (isOn === keys.has(key) ? keys : isOn ? new Set([...keys, key]) : without(keys, key))),
    settle: (key: string, outcome: Outcome) => change(key, (row) => ({ ...row, outcome })),
    reopen: (key: string) => change(key, (row) => ({ ...row, outcome: undefined, isOver: false })),
    /** Its outcome was shown long enough: it goes at once, or with the next update after the writing. */
    end: (key: string) => {
      change(key, (row) => ({ ...row, isOver: true }));
      if (!isWriting) setHeld((known) => ({ ...known, rows: known.rows.filter(({ isOver }) => !isOver) }));
    },
  };
}

const without = (keys: ReadonlySet<string>, key: string) => new Set([...keys].filter((each) => each !== key));
