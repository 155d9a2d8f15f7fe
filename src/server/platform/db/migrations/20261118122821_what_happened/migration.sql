CREATE TABLE "account_visits" (
	"user_id" uuid PRIMARY KEY,
	"here_at" timestamp(3) with time zone NOT NULL,
	"seen_at" timestamp(3) with time zone NOT NULL,
	"is_seen" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project_days" (
	"project_id" uuid,
	"day" date,
	"events" integer NOT NULL,
	CONSTRAINT "project_days_pkey" PRIMARY KEY("project_id","day")
);
--> statement-breakpoint
CREATE TABLE "project_visits" (
	"user_id" uuid,
	"project_id" uuid,
	"here_at" timestamp(3) with time zone NOT NULL,
	"seen_at" timestamp(3) with time zone NOT NULL,
	"is_seen" boolean DEFAULT false NOT NULL,
	CONSTRAINT "project_visits_pkey" PRIMARY KEY("user_id","project_id")
);
--> statement-breakpoint
CREATE TABLE "timeline" (
	"id" uuid PRIMARY KEY,
	"project_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"kind" text NOT NULL,
	"who_kind" text NOT NULL,
	"who" text NOT NULL,
	"task_id" uuid,
	"list_id" uuid,
	"is_open" boolean DEFAULT false NOT NULL,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "timeline_heads" (
	"project_id" uuid PRIMARY KEY,
	"seq" bigint DEFAULT 0 NOT NULL,
	"state" jsonb DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "batons" ADD COLUMN "is_expiry_told" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "project_visits_of_project" ON "project_visits" ("project_id");--> statement-breakpoint
CREATE INDEX "timeline_of_project" ON "timeline" ("project_id","at","id");--> statement-breakpoint
CREATE INDEX "timeline_open" ON "timeline" ("project_id") WHERE "is_open";--> statement-breakpoint
ALTER TABLE "account_visits" ADD CONSTRAINT "account_visits_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "project_days" ADD CONSTRAINT "project_days_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "project_visits" ADD CONSTRAINT "project_visits_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "project_visits" ADD CONSTRAINT "project_visits_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "timeline" ADD CONSTRAINT "timeline_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "timeline_heads" ADD CONSTRAINT "timeline_heads_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;