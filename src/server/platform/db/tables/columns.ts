import { customType, timestamp } from 'drizzle-orm/pg-core';

/** Millisecond precision: a value read as a JavaScript Date and sent back compares equal to the stored one. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });
export const createdAt = () => instant('created_at').notNull().defaultNow();
export const updatedAt = () => instant('updated_at').notNull().defaultNow();

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });
