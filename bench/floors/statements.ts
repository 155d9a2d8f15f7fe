export const FLOOR_ROWS = 10_000;

// The least that PostgreSQL has to do for each operation, as prepared statements.
export const GET = { name: 'floor_get', text: 'select * from floor.tasks where id = $1' };
export const NEXT = {
  name: 'floor_next',
  text: `select id, title from floor.tasks where status = 'open' order by id limit 1`,
};
export const SEARCH = {
  name: 'floor_search',
  text: `select id, title from floor.words where words @@ to_tsquery('simple', $1) limit 20`,
};
export const STATUS = {
  name: 'floor_status',
  text: 'update floor.tasks set version = version + 1 where id = $1 returning id, version',
};
export const NOTE = { name: 'floor_note', text: 'insert into floor.notes (task_id, body) values ($1, $2)' };
export const CLAIM = {
  name: 'floor_claim',
  text: `update floor.queue set claims = claims + 1, place = nextval('floor.places')
    where id = (select id from floor.queue order by place for update skip locked limit 1) returning id`,
};
