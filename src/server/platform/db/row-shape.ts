import type { PgColumn } from 'drizzle-orm/pg-core';

/** The columns of a table as a statement written by hand selects them, and the way back into the row. */
export interface RowShape<Row> {
  select: string;
  size: number;
  /** Reads the row out of the values of an answer, from a place on; undefined where an outer join found none. */
  read(values: readonly unknown[], from: number): Row | undefined;
}

/** Hot paths prepare their statements once and read rows as they come: building both anew costs more than running them. */
export function shapeOf<Row>(columns: Record<string, PgColumn>, alias: string): RowShape<Row> {
  const keys = Object.keys(columns);
  return {
    select: keys.map((key) => `${alias}."${columns[key]?.name}"`).join(', '),
    size: keys.length,
    read(values, from) {
      const row: Record<string, unknown> = {};
      let isThere = false;
      for (const [place, key] of keys.entries()) {
        const value = values[from + place];
        if (value !== null) isThere = true;
        row[key] = value;
      }
      return isThere ? (row as Row) : undefined;
    },
  };
}
