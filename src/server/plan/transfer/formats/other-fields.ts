import type { Fact } from './foreign-task.ts';
import { requireRoom } from './import-limits.ts';
import type { ImportReport } from './import-report.ts';
import { clip } from './import-text.ts';
import { showValue, type JsonRecord } from './read-json.ts';

/** The end of a description has room for fewer fields than this; each further one becomes a note. */
const FOOTER_FACTS_MAX = 1_000;

/** Sorts out the fields a reader has no place for: kept as facts, or bookkeeping of the other tool, told once a file. */
export function createFieldSorter(fields: { known: readonly string[]; bookkeeping: readonly string[] }) {
  const known = new Set(fields.known);
  const bookkeeping = new Set(fields.bookkeeping);
  const leftOut = new Set<string>();
  return {
    factsOf(record: JsonRecord): Fact[] {
      const names = Object.keys(record).filter((name) => !known.has(name));
      requireRoom('notes', names.length - FOOTER_FACTS_MAX);
      return names.flatMap((name) => {
        const value = showValue(record[name]);
        if (value === undefined) return [];
        if (!bookkeeping.has(name)) return [{ name: clip(name), value }];
        leftOut.add(name);
        return [];
      });
    },
    tell(report: ImportReport): void {
      if (leftOut.size === 0) return;
      report.skipped('all tasks', `left out, because Baton keeps its own: ${[...leftOut].toSorted().join(', ')}`);
    },
  };
}
