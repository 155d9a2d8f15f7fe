CREATE TABLE "usage_counters" (
	"user_id" uuid,
	"period" text,
	"starts_on" date,
	"prd_uploads" integer DEFAULT 0 NOT NULL,
	"task_generations" integer DEFAULT 0 NOT NULL,
	"other_operations" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "usage_counters_pkey" PRIMARY KEY("user_id","period","starts_on"),
	CONSTRAINT "usage_counters_period" CHECK ("period" in ('day', 'month')),
	CONSTRAINT "usage_counters_not_negative" CHECK ("prd_uploads" >= 0 and "task_generations" >= 0 and "other_operations" >= 0)
);
--> statement-breakpoint
CREATE TABLE "user_limits" (
	"user_id" uuid PRIMARY KEY,
	"daily_prd_limit" integer,
	"daily_task_gen_limit" integer,
	"daily_total_operations_limit" integer,
	"monthly_prd_limit" integer,
	"monthly_task_gen_limit" integer,
	"monthly_total_operations_limit" integer,
	"max_projects" integer,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "generation_chunks" (
	"project_id" uuid,
	"hash" text,
	"value" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "generation_chunks_pkey" PRIMARY KEY("project_id","hash")
);
--> statement-breakpoint
CREATE TABLE "generation_runs" (
	"id" uuid PRIMARY KEY,
	"project_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"session_id" text NOT NULL,
	"status" text NOT NULL,
	"planner" text NOT NULL,
	"model" text,
	"clear_existing" boolean NOT NULL,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"cost_usd" numeric(12,6),
	"tasks_created" integer,
	"reserved" jsonb,
	"error" text,
	"error_type" text,
	"error_code" text,
	"answer" jsonb,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"heartbeat_at" timestamp(3) with time zone NOT NULL,
	"finished_at" timestamp(3) with time zone,
	CONSTRAINT "generation_runs_session" UNIQUE("project_id","kind","session_id"),
	CONSTRAINT "generation_runs_kind" CHECK ("kind" in ('plan', 'preview')),
	CONSTRAINT "generation_runs_status" CHECK ("status" in ('running', 'completed', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "requirements" (
	"project_id" uuid,
	"place" integer,
	"version" integer NOT NULL,
	"id" text NOT NULL,
	"hash" text NOT NULL,
	"found" jsonb NOT NULL,
	CONSTRAINT "requirements_pkey" PRIMARY KEY("project_id","place"),
	CONSTRAINT "requirements_id" UNIQUE("project_id","id")
);
--> statement-breakpoint
ALTER TABLE "prd_versions" ADD COLUMN "parts" jsonb;--> statement-breakpoint
ALTER TABLE "task_lists" ADD COLUMN "origin" jsonb;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "requirement_ids" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "is_enabler" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "prd_state" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "origin" jsonb;--> statement-breakpoint
CREATE INDEX "usage_counters_starts_on" ON "usage_counters" ("starts_on");--> statement-breakpoint
CREATE INDEX "generation_chunks_created_at" ON "generation_chunks" ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "generation_runs_one_at_a_time" ON "generation_runs" ("project_id") WHERE "status" = 'running' and "kind" = 'plan';--> statement-breakpoint
CREATE INDEX "generation_runs_under_way" ON "generation_runs" ("heartbeat_at") WHERE "status" = 'running';--> statement-breakpoint
CREATE INDEX "generation_runs_of_user" ON "generation_runs" ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "tasks_traced" ON "tasks" ("project_id") WHERE "deleted_at" is null and "requirement_ids" <> '{}';--> statement-breakpoint
ALTER TABLE "usage_counters" ADD CONSTRAINT "usage_counters_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "user_limits" ADD CONSTRAINT "user_limits_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "generation_chunks" ADD CONSTRAINT "generation_chunks_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "generation_runs" ADD CONSTRAINT "generation_runs_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "generation_runs" ADD CONSTRAINT "generation_runs_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "requirements" ADD CONSTRAINT "requirements_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_prd_state" CHECK ("prd_state" in ('review', 'orphaned'));