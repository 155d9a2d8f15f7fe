CREATE TABLE "email_changes" (
	"user_id" uuid PRIMARY KEY,
	"new_email" text NOT NULL,
	"old_hash" text NOT NULL,
	"new_hash" text NOT NULL,
	"old_confirmed_at" timestamp(3) with time zone,
	"new_confirmed_at" timestamp(3) with time zone,
	"session_id" uuid NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_old" ON "email_changes" ("old_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "email_changes_new" ON "email_changes" ("new_hash");--> statement-breakpoint
CREATE INDEX "email_changes_expire" ON "email_changes" ("expires_at");--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;