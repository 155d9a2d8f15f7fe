import { boolean, bytea, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { getColumns } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { jsonShapeOf } from './json-row.ts';
import { instant } from './tables/columns.ts';

const things = pgTable('things', {
  id: uuid('id'),
  isOn: boolean('is_on'),
  beats: integer('beats').array(),
  said: jsonb('said'),
  tookAt: instant('took_at'),
  endedAt: instant('ended_at'),
});

test('a row comes back as the driver would give it, moments as dates', () => {
  const row = {
    id: 'a',
    is_on: false,
    beats: [1, 2],
    said: { at: '2026-11-17T10:00:00Z' },
    took_at: '2026-11-17T10:00:00.123+00:00',
    ended_at: null,
    unasked: 1,
  };
  expect(jsonShapeOf(getColumns(things)).read(row)).toEqual({
    id: 'a',
    isOn: false,
    beats: [1, 2],
    said: { at: '2026-11-17T10:00:00Z' },
    tookAt: new Date('2026-11-17T10:00:00.123Z'),
    endedAt: null,
  });
});

test('an answer without one of the columns is refused', () => {
  expect(() => jsonShapeOf(getColumns(things)).read({ id: 'a' })).toThrow('no is_on');
});

test('a column that JSON does not carry exactly is refused when the shape is made', () => {
  const odd = pgTable('odd', { name: text('name'), place: bytea('place') });
  expect(() => jsonShapeOf(getColumns(odd))).toThrow('bytea');
});
