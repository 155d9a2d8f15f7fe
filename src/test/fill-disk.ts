import type pg from 'pg';

/** Makes every write fail like on a full disk; reads still work. Returns the function that undoes it. */
export async function fillDisk(pool: pg.Pool): Promise<() => Promise<void>> {
  await pool.query(`
    create function disk_is_full() returns trigger language plpgsql as $$
    begin
      raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
    end $$`);
  await pool.query(`
    do $$ declare t record; begin
      for t in select tablename from pg_tables where schemaname = 'public' loop
        execute format('create trigger a_full_disk before insert or update or delete on %I
          for each row execute function disk_is_full()', t.tablename);
      end loop;
    end $$`);
  return async () => {
    await pool.query('drop function disk_is_full() cascade');
  };
}
