-- What the feeds hold so far, by the measure that appending uses from now on. Feeds of deleted projects have no reader.
update feed_heads h
set first_seq = coalesce(kept.first_seq, h.seq + 1), first_at = kept.first_at, kept_bytes = coalesce(kept.bytes, 0),
  is_due = coalesce(kept.bytes, 0) > 33554432 or exists (
    select from projects p where h.scope = 'project:' || p.id and p.deleted_at is not null and kept.bytes is not null
  )
from feed_heads f
left join (
  select scope, min(seq) as first_seq, (array_agg(created_at order by seq))[1] as first_at,
    sum(octet_length(data::text) + 512) as bytes
  from events group by scope
) kept on kept.scope = f.scope
where h.scope = f.scope;
