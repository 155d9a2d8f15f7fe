CREATE TABLE "run_results" (
	"id" uuid PRIMARY KEY,
	"run_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"title" text NOT NULL,
	"worker" text NOT NULL,
	"fence" bigint NOT NULL,
	"try" smallint NOT NULL,
	"tries" smallint NOT NULL,
	"outcome" text NOT NULL,
	"reason" text NOT NULL,
	"is_verified" boolean NOT NULL,
	"verify_command" text,
	"merged_into" text,
	"work" jsonb,
	"seconds" integer NOT NULL,
	"tokens" bigint,
	"cost_usd" double precision,
	"at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "run_results_once" UNIQUE("run_id","task_id","fence","try","outcome")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" uuid PRIMARY KEY,
	"project_id" uuid NOT NULL,
	"started_by" jsonb NOT NULL,
	"host" text NOT NULL,
	"clients" text[] NOT NULL,
	"parallel" smallint NOT NULL,
	"base_branch" text,
	"is_merging" boolean NOT NULL,
	"verify_command" text,
	"is_demo" boolean NOT NULL,
	"first_worker" integer NOT NULL,
	"started_at" timestamp(3) with time zone NOT NULL,
	"last_beat_at" timestamp(3) with time zone NOT NULL,
	"ended_at" timestamp(3) with time zone,
	"end" text,
	"is_paused" boolean DEFAULT false NOT NULL,
	"stop" text,
	"asked_by" text,
	"done" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"given_back" integer DEFAULT 0 NOT NULL,
	"insertions" integer DEFAULT 0 NOT NULL,
	"deletions" integer DEFAULT 0 NOT NULL,
	"tokens" bigint,
	"cost_usd" double precision
);
--> statement-breakpoint
ALTER TABLE "batons" ADD COLUMN "run_id" uuid;--> statement-breakpoint
ALTER TABLE "batons" ADD COLUMN "delivered" jsonb;--> statement-breakpoint
CREATE INDEX "run_results_of_run" ON "run_results" ("run_id","id");--> statement-breakpoint
CREATE INDEX "run_results_of_project" ON "run_results" ("project_id","id");--> statement-breakpoint
CREATE INDEX "run_results_of_task" ON "run_results" ("task_id","id");--> statement-breakpoint
CREATE INDEX "runs_of_project" ON "runs" ("project_id","id");--> statement-breakpoint
CREATE INDEX "runs_at_work" ON "runs" ("last_beat_at") WHERE "ended_at" is null;--> statement-breakpoint
ALTER TABLE "run_results" ADD CONSTRAINT "run_results_run_id_runs_id_fkey" FOREIGN KEY ("run_id") REFERENCES "runs"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "run_results" ADD CONSTRAINT "run_results_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;