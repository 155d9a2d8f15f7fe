CREATE TABLE "user_activity" (
	"user_id" uuid PRIMARY KEY,
	"last_active_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user_counts" (
	"status" text,
	"stripe" smallint,
	"n" bigint NOT NULL,
	CONSTRAINT "user_counts_pkey" PRIMARY KEY("status","stripe")
);
--> statement-breakpoint
CREATE TABLE "error_groups" (
	"id" uuid PRIMARY KEY,
	"fingerprint" text NOT NULL UNIQUE,
	"level" text NOT NULL,
	"category" text NOT NULL,
	"message" text NOT NULL,
	"seen" integer NOT NULL,
	"first_seen" timestamp(3) with time zone NOT NULL,
	"last_seen" timestamp(3) with time zone NOT NULL,
	"request_id" text,
	"context" jsonb,
	"resolved" boolean DEFAULT false NOT NULL,
	"resolved_by" text,
	"resolved_at" timestamp(3) with time zone,
	CONSTRAINT "error_groups_level" CHECK ("level" in ('error', 'critical')),
	CONSTRAINT "error_groups_category" CHECK ("category" in ('database', 'auth', 'service', 'api'))
);
--> statement-breakpoint
DROP INDEX "users_created_at";--> statement-breakpoint
DROP INDEX "error_logs_unresolved";--> statement-breakpoint
DROP INDEX "error_logs_fingerprint";--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "outcome" text DEFAULT 'done' NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_log" ADD COLUMN "duration_ms" integer;--> statement-breakpoint
ALTER TABLE "error_logs" ADD COLUMN "group_id" uuid;--> statement-breakpoint
DROP INDEX "mcp_logs_of_project";--> statement-breakpoint
CREATE INDEX "mcp_logs_of_project" ON "mcp_logs" ("project_id","inserted_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mcp_logs_of_command" ON "mcp_logs" ("command","inserted_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "user_activity_latest" ON "user_activity" ("last_active_at");--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "users_newest_by_status" ON "users" ("status","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "error_groups_latest" ON "error_groups" ("last_seen" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "error_groups_by_resolved" ON "error_groups" ("resolved","last_seen" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "error_groups_by_level" ON "error_groups" ("level","last_seen" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "error_groups_by_category" ON "error_groups" ("category","last_seen" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "error_logs_of_group" ON "error_logs" ("group_id","timestamp" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "user_activity" ADD CONSTRAINT "user_activity_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "error_logs" ADD CONSTRAINT "error_logs_group_id_error_groups_id_fkey" FOREIGN KEY ("group_id") REFERENCES "error_groups"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_outcome" CHECK ("outcome" in ('done', 'failed'));