CREATE TABLE "batons" (
	"project_id" uuid,
	"slot" smallint,
	"task_id" uuid NOT NULL CONSTRAINT "batons_one_per_task" UNIQUE,
	"holder" jsonb NOT NULL,
	"holder_key" text NOT NULL,
	"fence" bigint NOT NULL,
	"taken_at" timestamp(3) with time zone NOT NULL,
	"last_call_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"call_count" integer DEFAULT 1 NOT NULL,
	"beats" integer[] NOT NULL,
	CONSTRAINT "batons_pkey" PRIMARY KEY("project_id","slot"),
	CONSTRAINT "batons_one_per_holder" UNIQUE("project_id","holder_key"),
	CONSTRAINT "batons_slot" CHECK ("slot" between 1 and 16)
);
--> statement-breakpoint
CREATE TABLE "checkpoints" (
	"id" uuid PRIMARY KEY,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"reason" text NOT NULL,
	"snapshot" jsonb NOT NULL,
	"task_count" integer NOT NULL,
	"done_count" integer NOT NULL,
	"author" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "checkpoints_reason" CHECK ("reason" in ('manual', 'before_delete', 'before_restore', 'before_import', 'before_generation'))
);
--> statement-breakpoint
CREATE TABLE "prd_sections" (
	"id" uuid PRIMARY KEY,
	"project_id" uuid NOT NULL,
	"heading" text NOT NULL,
	"start_line" integer NOT NULL,
	"end_line" integer NOT NULL,
	"body" text NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"words" tsvector GENERATED ALWAYS AS (setweight(to_tsvector('english', heading), 'A') || setweight(to_tsvector('english', body), 'C')) STORED
);
--> statement-breakpoint
CREATE TABLE "prd_versions" (
	"id" uuid PRIMARY KEY,
	"project_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"filename" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "prd_versions_number" UNIQUE("project_id","version")
);
--> statement-breakpoint
CREATE TABLE "task_dependencies" (
	"project_id" uuid NOT NULL,
	"task_id" uuid,
	"depends_on_id" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "task_dependencies_pkey" PRIMARY KEY("task_id","depends_on_id"),
	CONSTRAINT "task_dependencies_not_itself" CHECK ("task_id" <> "depends_on_id")
);
--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "author" jsonb DEFAULT '{"kind":"system","id":null,"name":"Baton"}' NOT NULL;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "is_broadcast" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "pinned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "supersedes_id" uuid;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "superseded_by_id" uuid;--> statement-breakpoint
ALTER TABLE "notes" ADD COLUMN "words" tsvector GENERATED ALWAYS AS (setweight(to_tsvector('english', body), 'C')) STORED;--> statement-breakpoint
ALTER TABLE "task_lists" ADD COLUMN "deleted_with" uuid;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "number" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "checks" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "prd_start_line" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "prd_end_line" integer;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "completed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "deleted_with" uuid;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "words" tsvector GENERATED ALWAYS AS (setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', description), 'B')) STORED;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "last_task_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "last_fence" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "baton_slots" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
-- Plans from before this version: numbers in the order of their making, times of completion, and no work in progress
-- that nobody holds.
UPDATE "tasks" SET "number" = counted.n FROM (SELECT "id", row_number() OVER (PARTITION BY "project_id" ORDER BY "created_at", "id") AS n FROM "tasks") counted WHERE counted."id" = "tasks"."id";--> statement-breakpoint
UPDATE "projects" SET "last_task_number" = coalesce((SELECT max("number") FROM "tasks" WHERE "tasks"."project_id" = "projects"."id"), 0);--> statement-breakpoint
UPDATE "tasks" SET "completed_at" = "updated_at" WHERE "is_completed";--> statement-breakpoint
UPDATE "tasks" SET "status" = 'open', "agent_lock" = NULL WHERE "status" = 'wip';--> statement-breakpoint
ALTER TABLE "tasks" ALTER COLUMN "number" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "task_lists" ADD CONSTRAINT "task_lists_in_project" UNIQUE("project_id","id");--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_in_project" UNIQUE("project_id","id");--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_number" UNIQUE("project_id","number");--> statement-breakpoint
CREATE INDEX "notes_counted" ON "notes" ("project_id","task_id","type") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "checkpoints_of_project" ON "checkpoints" ("project_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "prd_sections_of_project" ON "prd_sections" ("project_id","start_line");--> statement-breakpoint
CREATE INDEX "task_dependencies_of_project" ON "task_dependencies" ("project_id");--> statement-breakpoint
CREATE INDEX "task_dependencies_blocks" ON "task_dependencies" ("depends_on_id");--> statement-breakpoint
CREATE UNIQUE INDEX "task_lists_one_per_task" ON "task_lists" ("parent_task_id") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "task_lists_deleted_with" ON "task_lists" ("deleted_with") WHERE "deleted_with" is not null;--> statement-breakpoint
CREATE INDEX "tasks_unfinished_in_list" ON "tasks" ("task_list_id") WHERE "deleted_at" is null and not "is_completed";--> statement-breakpoint
CREATE INDEX "tasks_deleted_with" ON "tasks" ("deleted_with") WHERE "deleted_with" is not null;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_supersedes_id_notes_id_fkey" FOREIGN KEY ("supersedes_id") REFERENCES "notes"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_superseded_by_id_notes_id_fkey" FOREIGN KEY ("superseded_by_id") REFERENCES "notes"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "batons" ADD CONSTRAINT "batons_task" FOREIGN KEY ("project_id","task_id") REFERENCES "tasks"("project_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "checkpoints" ADD CONSTRAINT "checkpoints_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "prd_sections" ADD CONSTRAINT "prd_sections_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "prd_versions" ADD CONSTRAINT "prd_versions_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "task_dependencies" ADD CONSTRAINT "task_dependencies_task" FOREIGN KEY ("project_id","task_id") REFERENCES "tasks"("project_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "task_dependencies" ADD CONSTRAINT "task_dependencies_depends_on" FOREIGN KEY ("project_id","depends_on_id") REFERENCES "tasks"("project_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_list_of_same_project" FOREIGN KEY ("project_id","task_list_id") REFERENCES "task_lists"("project_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_not_own_successor" CHECK ("supersedes_id" <> "id" and "superseded_by_id" <> "id");--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_completed_when" CHECK ("is_completed" = ("completed_at" is not null));--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_prd_lines" CHECK (("prd_start_line" is null) = ("prd_end_line" is null) and "prd_start_line" >= 1 and "prd_start_line" <= "prd_end_line");--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_baton_slots" CHECK ("baton_slots" between 1 and 16);