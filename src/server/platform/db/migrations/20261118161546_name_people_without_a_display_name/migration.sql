-- People without a display name were stored with an empty one: they get the part of their email address before the @,
-- as everything they write from now on does.
update notes n set author = jsonb_set(n.author, '{name}', to_jsonb(split_part(u.email, '@', 1))),
  body = case when n.body like 'Answer from : %' then overlay(n.body placing split_part(u.email, '@', 1) from 13 for 0) else n.body end
from users u where n.author ->> 'kind' = 'user' and n.author ->> 'name' = '' and u.id::text = n.author ->> 'id';
--> statement-breakpoint
update feed f set actor = jsonb_set(f.actor, '{name}', to_jsonb(split_part(u.email, '@', 1)))
from users u where f.actor ->> 'kind' = 'user' and f.actor ->> 'name' = '' and u.id::text = f.actor ->> 'id';
--> statement-breakpoint
update tasks t set question = jsonb_set(t.question, '{answer,by,name}', to_jsonb(split_part(u.email, '@', 1)))
from users u where t.question #>> '{answer,by,name}' = '' and u.id::text = t.question #>> '{answer,by,id}';
--> statement-breakpoint
update prd_roles r set set_by = jsonb_set(r.set_by, '{name}', to_jsonb(split_part(u.email, '@', 1)))
from users u where r.set_by ->> 'kind' = 'user' and r.set_by ->> 'name' = '' and u.id::text = r.set_by ->> 'id';
--> statement-breakpoint
update timeline t set who = split_part(u.email, '@', 1)
from projects p join users u on u.id = p.user_id where t.project_id = p.id and t.who_kind = 'user' and t.who = '';
--> statement-breakpoint
update timeline t set data = jsonb_set(t.data, '{by}', to_jsonb(split_part(u.email, '@', 1)))
from projects p join users u on u.id = p.user_id where t.project_id = p.id and t.data ->> 'by' = '';
--> statement-breakpoint
-- Snapshots stay as they are; only the name of whoever made them changes.
alter table checkpoints disable trigger immutable;
--> statement-breakpoint
update checkpoints c set author = jsonb_set(c.author, '{name}', to_jsonb(split_part(u.email, '@', 1)))
from users u where c.author ->> 'kind' = 'user' and c.author ->> 'name' = '' and u.id::text = c.author ->> 'id';
--> statement-breakpoint
alter table checkpoints enable trigger immutable;
