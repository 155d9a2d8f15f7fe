ALTER TABLE "mcp_logs" ADD COLUMN "key_name" text;--> statement-breakpoint
ALTER TABLE "users_api_key" ADD COLUMN "id" uuid DEFAULT gen_random_uuid();--> statement-breakpoint
ALTER TABLE "users_api_key" ADD COLUMN "name" text DEFAULT 'default' NOT NULL;--> statement-breakpoint
ALTER TABLE "users_api_key" ADD COLUMN "project_id" uuid;--> statement-breakpoint
ALTER TABLE "users_api_key" ADD COLUMN "is_read_only" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "users_api_key" ADD COLUMN "expires_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "users_api_key" ADD COLUMN "last_used_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "users_api_key" ADD COLUMN "last_used_by" text;--> statement-breakpoint
ALTER TABLE "users_api_key" ADD COLUMN "last_used_from" text;--> statement-breakpoint
ALTER TABLE "users_api_key" DROP CONSTRAINT "users_api_key_pkey";--> statement-breakpoint
ALTER TABLE "users_api_key" ADD PRIMARY KEY ("id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_api_key_name" ON "users_api_key" ("user_id",lower("name"));--> statement-breakpoint
CREATE INDEX "users_api_key_of_project" ON "users_api_key" ("project_id");--> statement-breakpoint
ALTER TABLE "users_api_key" ADD CONSTRAINT "users_api_key_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;