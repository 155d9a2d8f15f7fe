CREATE TABLE "project_invitations" (
	"id" uuid PRIMARY KEY,
	"project_id" uuid NOT NULL,
	"role" text NOT NULL,
	"email" text,
	"token_hash" text NOT NULL UNIQUE,
	"invited_by" uuid NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"sent_at" timestamp(3) with time zone,
	CONSTRAINT "project_invitations_role" CHECK ("role" in ('editor', 'viewer')),
	CONSTRAINT "project_invitations_email" CHECK (length("email") <= 254 and "email" = lower("email"))
);
--> statement-breakpoint
CREATE TABLE "project_members" (
	"project_id" uuid,
	"user_id" uuid,
	"role" text NOT NULL,
	"joined_at" timestamp(3) with time zone NOT NULL,
	"left_at" timestamp(3) with time zone,
	CONSTRAINT "project_members_pkey" PRIMARY KEY("project_id","user_id"),
	CONSTRAINT "project_members_role" CHECK ("role" in ('editor', 'viewer'))
);
--> statement-breakpoint
CREATE INDEX "project_invitations_of_project" ON "project_invitations" ("project_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "project_invitations_by_inviter" ON "project_invitations" ("invited_by");--> statement-breakpoint
CREATE INDEX "project_invitations_expired" ON "project_invitations" ("expires_at");--> statement-breakpoint
CREATE INDEX "project_members_of_user" ON "project_members" ("user_id","project_id");--> statement-breakpoint
ALTER TABLE "project_invitations" ADD CONSTRAINT "project_invitations_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "project_invitations" ADD CONSTRAINT "project_invitations_invited_by_users_id_fkey" FOREIGN KEY ("invited_by") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "project_members" ADD CONSTRAINT "project_members_project_id_projects_id_fkey" FOREIGN KEY ("project_id") REFERENCES "projects"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "project_members" ADD CONSTRAINT "project_members_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
-- What a project stores counts for whoever owns it: its sizes follow a hand-over.
create function follow_owner() returns trigger language plpgsql as $$
begin
  update project_sizes set user_id = new.user_id where project_id = new.id;
  return null;
end $$;--> statement-breakpoint
create trigger projects_follow_owner after update of user_id on projects
  for each row when (old.user_id is distinct from new.user_id) execute function follow_owner();
