import type pg from 'pg';
import { textOf } from '../plan-document.ts';
import { FLOOR_ROWS } from './statements.ts';

/** Baseline tables in the product's database: the same server, settings and disk. */
export async function fillFloor(database: pg.Pool): Promise<void> {
  await database.query(`create schema floor;
    create table floor.tasks (
      id int primary key, title text not null, description text not null, status text not null,
      version int not null default 0
    ) with (fillfactor = 85);
    create index on floor.tasks (id) where status = 'open';
    create table floor.words (id int primary key, title text not null, words tsvector not null);
    create index on floor.words using gin (words);
    create table floor.notes (id bigint generated always as identity primary key, task_id int not null, body text not null);
    create index on floor.notes (task_id);
    create sequence floor.places start ${FLOOR_ROWS + 1};
    create table floor.queue (id int primary key, place bigint not null, claims int not null default 0);
    create index on floor.queue (place)`);
  const titles = Array.from({ length: FLOOR_ROWS }, (_, index) => textOf(index + 1).title);
  const texts = Array.from({ length: FLOOR_ROWS }, (_, index) => textOf(index + 1).description);
  await database.query(
    `insert into floor.tasks (id, title, description, status)
     select place, title, body, case when place % 3 = 0 then 'done' else 'open' end
     from unnest($1::text[], $2::text[]) with ordinality as row (title, body, place)`,
    [titles, texts],
  );
  await database.query(
    `insert into floor.words select id, title, to_tsvector('simple', title || ' ' || description) from floor.tasks`,
  );
  await database.query('insert into floor.queue select n, n from generate_series(1, 1000) n');
  await database.query('vacuum analyze floor.tasks, floor.words, floor.notes, floor.queue');
}
