CREATE TABLE "prd_readings" (
	"project_id" uuid PRIMARY KEY,
	"version" integer,
	"revision" integer DEFAULT 0 NOT NULL,
	"read_revision" integer DEFAULT 0 NOT NULL,
	"reading" jsonb,
	"counts" jsonb,
	"work" jsonb
);
--> statement-breakpoint
CREATE TABLE "prd_roles" (
	"project_id" uuid,
	"key" text,
	"scope" text,
	"role" text NOT NULL,
	"excerpt" text NOT NULL,
	"set_by" jsonb NOT NULL,
	"set_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "prd_roles_pkey" PRIMARY KEY("project_id","key","scope"),
	CONSTRAINT "prd_roles_scope" CHECK ("scope" in ('block', 'section')),
	CONSTRAINT "prd_roles_role" CHECK ("role" in ('work', 'context', 'limit', 'done'))
);
--> statement-breakpoint
ALTER TABLE "prd_versions" DROP COLUMN "parts";--> statement-breakpoint
ALTER TABLE "prd_readings" ADD CONSTRAINT "prd_readings_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "prd_roles" ADD CONSTRAINT "prd_roles_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;