CREATE TABLE "feed" (
	"scope" text,
	"seq" bigint,
	"events" jsonb NOT NULL,
	"actor" jsonb NOT NULL,
	"task_id" uuid,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "feed_pkey" PRIMARY KEY("scope","seq")
);
--> statement-breakpoint
-- What was told so far, a row for each event. The lines about changes of status are among the notes of that time already.
insert into feed (scope, seq, events, actor, task_id, at)
select scope, seq,
  jsonb_build_array(jsonb_build_object('type', type, 'data', data)
    || case when type = 'task.status_changed' then '{"noted": true}'::jsonb else '{}'::jsonb end),
  actor,
  (case when data ? 'task_id' then data ->> 'task_id' when type in ('task.created', 'task.updated', 'task.deleted') then data ->> 'id' end)::uuid,
  created_at
from events;
--> statement-breakpoint
DROP TABLE "events";--> statement-breakpoint
CREATE INDEX "feed_of_task" ON "feed" ("task_id","seq") WHERE "task_id" is not null;--> statement-breakpoint
update feed_heads h set kept_bytes = kept.bytes
from (select scope, sum(octet_length(events::text) + 512) as bytes from feed group by scope) kept
where kept.scope = h.scope;
--> statement-breakpoint
CREATE VIEW "events" AS (
  select f.scope, f.seq - jsonb_array_length(f.events) + e.place as seq, e.value ->> 'type' as type, e.value -> 'data' as data,
    f.actor, f.at as created_at, f.task_id, f.seq as row_seq, e.value ? 'noted' as is_noted
  from feed f cross join lateral jsonb_array_elements(f.events) with ordinality as e (value, place));
--> statement-breakpoint
-- Tells of a change: takes the next numbers of the scope, as many as there are events, and keeps them as one row. The head's
-- lock is held until the commit, so the order of numbers is that of commits; whoever calls this does it last. Answers the new
-- head. An update comes first, because an insert that finds its row locks it in the log once more.
create function append_feed(of_scope text, told jsonb, by_actor jsonb, about uuid, at timestamptz, is_over boolean default false)
returns bigint language plpgsql as $$
declare
  kept_max constant bigint := 33554432;
  size constant bigint := octet_length(told::text) + 512;
  count constant int := jsonb_array_length(told);
  head bigint;
begin
  update feed_heads h set
    seq = h.seq + count, first_at = coalesce(h.first_at, append_feed.at), kept_bytes = h.kept_bytes + size,
    is_due = h.is_due or is_over or h.kept_bytes + size > kept_max
  where h.scope = of_scope returning h.seq into head;
  if not found then
    insert into feed_heads as h (scope, seq, first_at, kept_bytes, is_due)
    values (of_scope, count, append_feed.at, size, is_over or size > kept_max)
    on conflict (scope) do update set
      seq = h.seq + count, first_at = coalesce(h.first_at, append_feed.at), kept_bytes = h.kept_bytes + size,
      is_due = h.is_due or is_over or h.kept_bytes + size > kept_max
    returning h.seq into head;
  end if;
  insert into feed values (of_scope, head, told, by_actor, about, append_feed.at);
  return head;
end $$;
--> statement-breakpoint
-- The head first: who is about to append to it is waited for, and what it appended is seen by the next statement.
create or replace function forget_feed() returns trigger language plpgsql as $$
begin
  delete from feed_heads where scope = tg_argv[0] || ':' || old.id;
  delete from feed where scope = tg_argv[0] || ':' || old.id;
  return null;
end $$;
