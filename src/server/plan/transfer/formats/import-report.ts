import type { ImportLine } from '#contract/transfer.ts';
import { clip } from './import-text.ts';

/** More than anyone reads; a file of nothing but mistakes must not answer with a larger one. */
const LINES_MAX = 10_000;
const MESSAGE_MAX = 600;

export interface ImportReport {
  /** Announces an item; without any other line it is reported as imported. */
  expect(where: string, message: string): void;
  changed(where: string, message: string): void;
  /** Tells of an item, or of a part of one, that did not come over. */
  skipped(where: string, message: string): void;
  lines(): ImportLine[];
}

/** Collects what became of each item and tells it in the order in which the items were first met. */
export function createReport(): ImportReport {
  const items = new Map<string, { imported: string | undefined; told: ImportLine[] }>();
  let told = 0;
  let untold = 0;

  const itemAt = (where: string) => {
    const known = items.get(where);
    if (known !== undefined) return known;
    const item = { imported: undefined, told: [] };
    items.set(where, item);
    return item;
  };
  const tell = (place: string, outcome: ImportLine['outcome'], message: string) => {
    if (told >= LINES_MAX) {
      untold += 1;
      return;
    }
    told += 1;
    const where = clip(place, 200);
    itemAt(where).told.push({ where, outcome, message: clip(message, MESSAGE_MAX) });
  };

  return {
    expect(place, message) {
      itemAt(clip(place, 200)).imported = clip(message, MESSAGE_MAX);
    },
    changed: (where, message) => tell(where, 'changed', message),
    skipped: (where, message) => tell(where, 'skipped', message),
    lines() {
      const lines: ImportLine[] = [];
      // What went in untouched gives way first: the room belongs to what a person may have to look at.
      let room = LINES_MAX - told;
      let left = untold;
      for (const [where, item] of items) {
        // What was announced came over: a part of it that was left out is a change of it, not its loss.
        const isHere = item.imported !== undefined;
        lines.push(...item.told.map((line) => (isHere ? { ...line, outcome: 'changed' as const } : line)));
        if (item.told.length > 0 || item.imported === undefined) continue;
        if (room > 0) lines.push({ where, outcome: 'imported', message: item.imported });
        else left += 1;
        room -= 1;
      }
      if (left > 0) {
        const message = `${left.toLocaleString('en-US')} more lines are not shown here`;
        lines.push({ where: 'report', outcome: untold > 0 ? 'changed' : 'imported', message });
      }
      return lines;
    },
  };
}
