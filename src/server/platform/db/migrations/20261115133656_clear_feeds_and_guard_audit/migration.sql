-- A feed's scope is a text (user:<id>, project:<id>), so no foreign key can clear it. What was told about a project or
-- an account goes when the row itself goes.
alter table events add constraint events_scope_fk foreign key (scope) references feed_heads (scope) on delete cascade;
--> statement-breakpoint
create function forget_feed() returns trigger language plpgsql as $$
begin
  delete from feed_heads where scope = tg_argv[0] || ':' || old.id;
  return null;
end $$;
--> statement-breakpoint
create trigger forget_feed after delete on projects for each row execute function forget_feed('project');
--> statement-breakpoint
create trigger forget_feed after delete on users for each row execute function forget_feed('user');
--> statement-breakpoint
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end $$;
--> statement-breakpoint
create trigger append_only before update or delete or truncate on audit_log for each statement execute function refuse_change();
