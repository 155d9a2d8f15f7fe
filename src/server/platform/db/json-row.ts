import type { PgColumn } from 'drizzle-orm/pg-core';

/** A row as `to_json` writes it, by column name. */
export type JsonRow = { readonly [column: string]: unknown };

export interface JsonShape<Row> {
  read(row: JsonRow): Row;
}

/** Types whose values are the same in JSON as the driver reads them. */
const PLAIN = /^(uuid|text|boolean|jsonb|integer|smallint|bigint)(\[\])?$/;
const INSTANT = /^timestamp.*with time zone$/;

/**
 * Parses `to_json` back into a table's row. A column of a type that JSON does not represent exactly is refused when the
 * shape is created, not when a value is read.
 */
export function jsonShapeOf<Row>(columns: Record<string, PgColumn>): JsonShape<Row> {
  const all = Object.entries(columns).map(([key, column]) => ({
    key,
    name: column.name,
    isInstant: isInstant(column),
  }));
  return {
    read(row) {
      const read: Record<string, unknown> = {};
      for (const { key, name, isInstant: isDate } of all) {
        const value = row[name];
        if (value === undefined) throw new Error(`the answer has no ${name}`);
        read[key] = isDate && typeof value === 'string' ? new Date(value) : value;
      }
      return read as Row;
    },
  };
}

function isInstant(column: PgColumn): boolean {
  const type = column.getSQLType();
  if (INSTANT.test(type)) return true;
  if (!PLAIN.test(type)) throw new Error(`a ${type} is not read from JSON`);
  return false;
}
