-- Plans are held one by one, a key is used in several at once: whoever gives a baton back waits for the key, or the key
-- would be pointed at a baton that another project gives back at the same moment.
create or replace function follow_the_baton() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update users_api_key set current_task_id = new.task_id
    where new.holder ->> 'kind' = 'agent' and user_id = (new.holder ->> 'id')::uuid;
  elsif old.holder ->> 'kind' = 'agent' then
    perform from users_api_key where user_id = (old.holder ->> 'id')::uuid for no key update;
    update users_api_key k set current_task_id = (
      select b.task_id from batons b where b.holder ->> 'kind' = 'agent' and b.holder ->> 'id' = k.user_id::text
      order by b.taken_at desc limit 1
    )
    where k.user_id = (old.holder ->> 'id')::uuid and k.current_task_id = old.task_id;
  end if;
  return null;
end $$;
