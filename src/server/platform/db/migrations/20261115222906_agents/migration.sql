CREATE TABLE "agent_allowances" (
	"user_id" uuid PRIMARY KEY,
	"hour" timestamp(6) with time zone NOT NULL,
	"minute" timestamp(6) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "agent_sightings" (
	"project_id" uuid,
	"agent" text,
	"first_call_at" timestamp(3) with time zone,
	"last_call_at" timestamp(3) with time zone,
	"calls" bigint DEFAULT 0 NOT NULL,
	"problem" text,
	"problem_at" timestamp(3) with time zone,
	CONSTRAINT "agent_sightings_pkey" PRIMARY KEY("project_id","agent")
);
--> statement-breakpoint
CREATE TABLE "mcp_logs" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid,
	"project_id" uuid,
	"command" text NOT NULL,
	"status_code" integer NOT NULL,
	"response_time_ms" integer NOT NULL,
	"agent" text NOT NULL,
	"bytes_out" integer NOT NULL,
	"inserted_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users_api_key" (
	"user_id" uuid PRIMARY KEY,
	"api_key_hash" text NOT NULL,
	"masked_key" text NOT NULL,
	"current_task_id" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "baton_losses" (
	"project_id" uuid,
	"holder_key" text,
	"client_key" text NOT NULL,
	"fence" bigint,
	"task_number" integer NOT NULL,
	"by" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "baton_losses_pkey" PRIMARY KEY("project_id","holder_key","fence")
);
--> statement-breakpoint
CREATE TABLE "lane_counts" (
	"root_list_id" uuid PRIMARY KEY,
	"project_id" uuid NOT NULL,
	"open" integer DEFAULT 0 NOT NULL,
	"wip" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
DROP INDEX "tasks_unfinished_in_list";--> statement-breakpoint
ALTER TABLE "batons" ADD COLUMN "client_key" text;--> statement-breakpoint
UPDATE "batons" SET "client_key" = "holder_key";--> statement-breakpoint
ALTER TABLE "batons" ALTER COLUMN "client_key" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "blocked_reason" text;--> statement-breakpoint
ALTER TABLE "tasks" ADD COLUMN "handover" jsonb;--> statement-breakpoint
CREATE INDEX "mcp_logs_newest" ON "mcp_logs" ("inserted_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mcp_logs_of_user" ON "mcp_logs" ("user_id","inserted_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mcp_logs_failed" ON "mcp_logs" ("inserted_at" DESC NULLS LAST) WHERE "status_code" >= 400;--> statement-breakpoint
CREATE INDEX "mcp_logs_of_project" ON "mcp_logs" ("project_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_api_key_hash" ON "users_api_key" ("api_key_hash");--> statement-breakpoint
CREATE INDEX "users_api_key_current_task" ON "users_api_key" ("current_task_id") WHERE "current_task_id" is not null;--> statement-breakpoint
CREATE INDEX "notes_pinned" ON "notes" ("project_id","created_at" DESC NULLS LAST) WHERE "pinned" and "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "lane_counts_of_project" ON "lane_counts" ("project_id");--> statement-breakpoint
CREATE INDEX "tasks_unfinished_in_order" ON "tasks" ("task_list_id","order_in_parent") WHERE "deleted_at" is null and not "is_completed";--> statement-breakpoint
ALTER TABLE "agent_sightings" ADD CONSTRAINT "agent_sightings_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mcp_logs" ADD CONSTRAINT "mcp_logs_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mcp_logs" ADD CONSTRAINT "mcp_logs_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "users_api_key" ADD CONSTRAINT "users_api_key_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "users_api_key" ADD CONSTRAINT "users_api_key_current_task_id_tasks_id_fkey" FOREIGN KEY ("current_task_id") REFERENCES "tasks"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "baton_losses" ADD CONSTRAINT "baton_losses_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "lane_counts" ADD CONSTRAINT "lane_counts_root_list_id_task_lists_id_fkey" FOREIGN KEY ("root_list_id") REFERENCES "task_lists"("id") ON DELETE CASCADE;