CREATE TABLE "notification_choices" (
	"user_id" uuid,
	"project_id" uuid,
	"email" jsonb DEFAULT '{}' NOT NULL,
	"browser" jsonb DEFAULT '{}' NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_choices_pkey" PRIMARY KEY("user_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "notification_mailings" (
	"user_id" uuid PRIMARY KEY,
	"not_before" timestamp(3) with time zone NOT NULL,
	"lease_until" timestamp(3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_mails" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"seq" bigint NOT NULL,
	"kind" text NOT NULL,
	"told" jsonb NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"settled_at" timestamp(3) with time zone,
	"outcome" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project_webhooks" (
	"project_id" uuid PRIMARY KEY,
	"address" text NOT NULL,
	"format" text NOT NULL,
	"kinds" text[] NOT NULL,
	"enabled" boolean NOT NULL,
	"sealed_secret" text NOT NULL,
	"secret_end" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"lease_until" timestamp(3) with time zone,
	"served_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "project_webhooks_format" CHECK ("format" in ('json', 'slack'))
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" uuid PRIMARY KEY,
	"project_id" uuid NOT NULL,
	"seq" bigint,
	"kind" text NOT NULL,
	"told" jsonb NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"is_manual" boolean DEFAULT false NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"next_at" timestamp(3) with time zone NOT NULL,
	"tried_at" timestamp(3) with time zone,
	"status" integer,
	"duration_ms" integer,
	"error" text,
	"response" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_state" CHECK ("state" in ('pending', 'delivered', 'failed', 'dropped'))
);
--> statement-breakpoint
ALTER TABLE "system_settings" ADD COLUMN "private_webhooks" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "notification_choices_of_project" ON "notification_choices" ("project_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_mails_once" ON "notification_mails" ("project_id","seq","kind","user_id");--> statement-breakpoint
CREATE INDEX "notification_mails_due" ON "notification_mails" ("due_at","user_id") WHERE "settled_at" is null;--> statement-breakpoint
CREATE INDEX "notification_mails_of_user" ON "notification_mails" ("user_id","settled_at");--> statement-breakpoint
CREATE INDEX "notification_mails_oldest" ON "notification_mails" ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_once" ON "webhook_deliveries" ("project_id","seq","kind");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_newest" ON "webhook_deliveries" ("project_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" ("next_at","project_id") WHERE "state" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_waiting" ON "webhook_deliveries" ("project_id","next_at") WHERE "state" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_oldest" ON "webhook_deliveries" ("created_at");--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "notification_choices" ADD CONSTRAINT "notification_choices_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "notification_mailings" ADD CONSTRAINT "notification_mailings_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "project_webhooks" ADD CONSTRAINT "project_webhooks_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_project_id_project_webhooks_project_id_fkey" FOREIGN KEY ("project_id") REFERENCES "project_webhooks"("project_id") ON DELETE CASCADE;