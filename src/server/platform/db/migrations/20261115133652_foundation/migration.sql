CREATE TABLE "accounts" (
	"id" uuid PRIMARY KEY,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp(3) with time zone,
	"refresh_token_expires_at" timestamp(3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "jwks" (
	"id" uuid PRIMARY KEY,
	"public_key" text NOT NULL,
	"private_key" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone,
	"alg" text,
	"crv" text
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"subject" text PRIMARY KEY,
	"failures" integer NOT NULL,
	"locked_until" timestamp(3) with time zone,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY,
	"name" text DEFAULT '' NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"status" text DEFAULT 'active' NOT NULL,
	"is_admin" boolean DEFAULT false NOT NULL,
	"last_sign_in_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_status" CHECK ("status" in ('active', 'suspended'))
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_tiers" (
	"id" text PRIMARY KEY,
	"tier_name" text NOT NULL UNIQUE,
	"display_name" text NOT NULL,
	"price_usd" numeric(10,2) NOT NULL,
	"daily_prd_limit" integer NOT NULL,
	"daily_task_gen_limit" integer NOT NULL,
	"daily_total_operations_limit" integer NOT NULL,
	"monthly_prd_limit" integer NOT NULL,
	"monthly_task_gen_limit" integer NOT NULL,
	"monthly_total_operations_limit" integer NOT NULL,
	"max_projects" integer NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscription_tiers_max_projects" CHECK ("max_projects" between 1 and 100)
);
--> statement-breakpoint
CREATE TABLE "user_subscriptions" (
	"user_id" uuid PRIMARY KEY,
	"tier_id" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"scope" text,
	"seq" bigint,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"actor" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "events_pkey" PRIMARY KEY("scope","seq")
);
--> statement-breakpoint
CREATE TABLE "feed_heads" (
	"scope" text PRIMARY KEY,
	"seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notes" (
	"id" uuid PRIMARY KEY,
	"project_id" uuid NOT NULL,
	"task_id" uuid,
	"type" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	CONSTRAINT "notes_type" CHECK ("type" in ('PROGRESS', 'FINDING', 'FILE_LIST', 'CONTEXT', 'OTHER'))
);
--> statement-breakpoint
CREATE TABLE "task_lists" (
	"id" uuid PRIMARY KEY,
	"project_id" uuid NOT NULL,
	"parent_task_id" uuid,
	"name" text NOT NULL,
	"operational_brief" text DEFAULT '' NOT NULL,
	"depth" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	CONSTRAINT "task_lists_root_depth" CHECK (("parent_task_id" is null) = ("depth" = 0))
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" uuid PRIMARY KEY,
	"project_id" uuid NOT NULL,
	"task_list_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"order_in_parent" integer NOT NULL,
	"level" integer DEFAULT 0 NOT NULL,
	"is_completed" boolean DEFAULT false NOT NULL,
	"agent_lock" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	CONSTRAINT "tasks_status" CHECK ("status" in ('open', 'wip', 'done'))
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"status" text DEFAULT 'active' NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	CONSTRAINT "projects_status" CHECK ("status" in ('active', 'archived'))
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY,
	"actor" jsonb NOT NULL,
	"action" text NOT NULL,
	"subject" text,
	"detail" jsonb,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "error_logs" (
	"id" uuid PRIMARY KEY,
	"level" text NOT NULL,
	"category" text NOT NULL,
	"message" text NOT NULL,
	"fingerprint" text NOT NULL,
	"request_id" text,
	"context" jsonb,
	"resolved" boolean DEFAULT false NOT NULL,
	"timestamp" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "error_logs_level" CHECK ("level" in ('error', 'critical')),
	CONSTRAINT "error_logs_category" CHECK ("category" in ('database', 'auth', 'service', 'api'))
);
--> statement-breakpoint
CREATE TABLE "instance" (
	"id" integer PRIMARY KEY DEFAULT 1,
	"secret_fingerprint" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "instance_one_row" CHECK ("id" = 1)
);
--> statement-breakpoint
CREATE TABLE "outbox_mails" (
	"id" uuid PRIMARY KEY,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text_body" text NOT NULL,
	"html_body" text NOT NULL,
	"link" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"subject" text PRIMARY KEY,
	"arrival" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "system_settings" (
	"id" integer PRIMARY KEY DEFAULT 1,
	"mcp_tool_calls_per_hour" integer DEFAULT 1000 NOT NULL,
	"max_requests_per_minute" integer DEFAULT 60 NOT NULL,
	"max_tasks_per_project" integer DEFAULT 1000 NOT NULL,
	"claude_model" text DEFAULT 'claude-3-sonnet' NOT NULL,
	"maintenance_mode" boolean DEFAULT false NOT NULL,
	"maintenance_message" text DEFAULT 'System maintenance in progress. Please try again later.' NOT NULL,
	"last_modified" timestamp(3) with time zone,
	"modified_by" text,
	CONSTRAINT "system_settings_one_row" CHECK ("id" = 1)
);
--> statement-breakpoint
CREATE INDEX "accounts_user_id" ON "accounts" ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_provider_account_unique" ON "accounts" ("provider_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "sessions_token_unique" ON "sessions" ("token");--> statement-breakpoint
CREATE INDEX "sessions_user_id" ON "sessions" ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" ("email");--> statement-breakpoint
CREATE INDEX "users_created_at" ON "users" ("created_at");--> statement-breakpoint
CREATE INDEX "users_admins" ON "users" ("id") WHERE "is_admin";--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" ("identifier");--> statement-breakpoint
CREATE INDEX "user_subscriptions_tier_id" ON "user_subscriptions" ("tier_id");--> statement-breakpoint
CREATE INDEX "events_by_day" ON "events" ("scope","created_at");--> statement-breakpoint
CREATE INDEX "notes_of_project" ON "notes" ("project_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "notes_of_task" ON "notes" ("task_id","created_at" DESC NULLS LAST) WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "task_lists_of_project" ON "task_lists" ("project_id","depth","created_at") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "task_lists_parent_task_id" ON "task_lists" ("parent_task_id");--> statement-breakpoint
CREATE INDEX "tasks_of_project" ON "tasks" ("project_id","status") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "tasks_of_list" ON "tasks" ("task_list_id","order_in_parent") WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "projects_of_user" ON "projects" ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE "deleted_at" is null;--> statement-breakpoint
CREATE INDEX "projects_created_at" ON "projects" ("created_at");--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "error_logs_newest" ON "error_logs" ("timestamp" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "error_logs_unresolved" ON "error_logs" ("timestamp" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE not "resolved";--> statement-breakpoint
CREATE INDEX "error_logs_fingerprint" ON "error_logs" ("fingerprint");--> statement-breakpoint
CREATE INDEX "outbox_mails_newest" ON "outbox_mails" ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "rate_limits_arrival" ON "rate_limits" ("arrival");--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD CONSTRAINT "user_subscriptions_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD CONSTRAINT "user_subscriptions_tier_id_subscription_tiers_id_fkey" FOREIGN KEY ("tier_id") REFERENCES "subscription_tiers"("id");--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "notes" ADD CONSTRAINT "notes_task_id_tasks_id_fkey" FOREIGN KEY ("task_id") REFERENCES "tasks"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "task_lists" ADD CONSTRAINT "task_lists_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "task_lists" ADD CONSTRAINT "task_lists_parent_task_id_tasks_id_fkey" FOREIGN KEY ("parent_task_id") REFERENCES "tasks"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_task_list_id_task_lists_id_fkey" FOREIGN KEY ("task_list_id") REFERENCES "task_lists"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;