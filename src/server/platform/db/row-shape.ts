import type { PgColumn } from 'drizzle-orm/pg-core';

/** A table's columns for a hand-written select, and the parser for its rows. */
export interface RowShape<Row> {
  select: string;
  size: number;
  /** Reads the row from an answer's values, starting at an offset; undefined where an outer join found none. */
  read(values: readonly unknown[], from: number): Row | undefined;
}

/**
 * For hot paths: statements are prepared and rows parsed without the query builder, which costs more than running them.
 */
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
