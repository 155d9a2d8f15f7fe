-- Until now an address was enough to link a second Google account. The first link is the owner's; a later one may be a
-- stranger's who was given the address. It goes, with the sessions it may have opened, and the audit log says so.
with later as (
  delete from accounts a
  where a.provider_id = 'google' and exists (
    select from accounts b
    where b.user_id = a.user_id and b.provider_id = 'google' and (b.created_at, b.id) < (a.created_at, a.id))
  returning a.user_id
), ended as (
  delete from sessions where user_id in (select user_id from later)
)
insert into audit_log (id, actor, action, subject)
select gen_random_uuid(), '{"kind": "system", "id": null, "name": "migration"}'::jsonb, 'google.unlinked', user_id::text from later;
