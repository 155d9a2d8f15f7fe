CREATE INDEX "notes_deleted" ON "notes" ("project_id") WHERE "deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "notes_about_task" ON "notes" ("task_id") WHERE "task_id" is not null;--> statement-breakpoint
CREATE INDEX "notes_supersedes" ON "notes" ("supersedes_id") WHERE "supersedes_id" is not null;--> statement-breakpoint
CREATE INDEX "notes_superseded_by" ON "notes" ("superseded_by_id") WHERE "superseded_by_id" is not null;--> statement-breakpoint
CREATE INDEX "task_lists_deleted" ON "task_lists" ("project_id") WHERE "deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "tasks_deleted" ON "tasks" ("project_id") WHERE "deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "tasks_in_list" ON "tasks" ("task_list_id");--> statement-breakpoint
CREATE INDEX "projects_deleted" ON "projects" ("deleted_at") WHERE "deleted_at" is not null;