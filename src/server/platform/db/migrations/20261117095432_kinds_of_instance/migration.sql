CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY,
	"email" text NOT NULL UNIQUE,
	"invited_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp(3) with time zone,
	"accepted_at" timestamp(3) with time zone,
	"accepted_by" uuid,
	CONSTRAINT "invitations_email" CHECK (length("email") <= 254 and "email" = lower("email"))
);
--> statement-breakpoint
CREATE TABLE "mail_tests" (
	"id" integer PRIMARY KEY DEFAULT 1,
	"token_hash" text NOT NULL,
	"recipient" text NOT NULL,
	"sent_at" timestamp(3) with time zone NOT NULL,
	"opened_at" timestamp(3) with time zone,
	CONSTRAINT "mail_tests_one_row" CHECK ("id" = 1)
);
--> statement-breakpoint
ALTER TABLE "system_settings" ADD COLUMN "instance_kind" text;--> statement-breakpoint
ALTER TABLE "system_settings" ADD COLUMN "sign_up_by" text DEFAULT 'invited' NOT NULL;--> statement-breakpoint
ALTER TABLE "system_settings" ADD COLUMN "allowed_domains" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
ALTER TABLE "system_settings" ADD COLUMN "set_up_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "invitations_newest" ON "invitations" ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "invitations_by_inviter" ON "invitations" ("invited_by");--> statement-breakpoint
CREATE INDEX "invitations_by_account" ON "invitations" ("accepted_by");--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_invited_by_users_id_fkey" FOREIGN KEY ("invited_by") REFERENCES "users"("id") ON DELETE SET NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_accepted_by_users_id_fkey" FOREIGN KEY ("accepted_by") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "system_settings" ADD CONSTRAINT "system_settings_instance_kind" CHECK ("instance_kind" in ('team', 'service'));--> statement-breakpoint
ALTER TABLE "system_settings" ADD CONSTRAINT "system_settings_sign_up_by" CHECK ("sign_up_by" in ('invited', 'domain'));--> statement-breakpoint
ALTER TABLE "system_settings" ADD CONSTRAINT "system_settings_allowed_domains" CHECK (cardinality("allowed_domains") <= 20);--> statement-breakpoint
-- An invitation is taken up with the address that is confirmed, by whichever door: a link, Google or the command line.
CREATE FUNCTION accept_invitation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invitations SET accepted_at = now(), accepted_by = NEW.id
  WHERE email = NEW.email AND accepted_at IS NULL;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_accept_invitation_new AFTER INSERT ON users
  FOR EACH ROW WHEN (NEW.email_verified) EXECUTE FUNCTION accept_invitation();--> statement-breakpoint
CREATE TRIGGER users_accept_invitation AFTER UPDATE OF email_verified ON users
  FOR EACH ROW WHEN (NEW.email_verified AND NOT OLD.email_verified) EXECUTE FUNCTION accept_invitation();--> statement-breakpoint
-- A team has no plans: nothing bounds what an account keeps but what an administrator said of it alone.
CREATE OR REPLACE FUNCTION storage_allowed(owner uuid) RETURNS bigint STABLE LANGUAGE sql AS $$
  SELECT 1000000::bigint * CASE WHEN (SELECT instance_kind FROM system_settings) = 'team'
    THEN (SELECT storage_mb FROM user_limits WHERE user_id = owner)
    ELSE coalesce(
      (SELECT storage_mb FROM user_limits WHERE user_id = owner),
      (SELECT t.storage_mb FROM subscription_tiers t WHERE t.id = coalesce(
        (SELECT s.tier_id FROM user_subscriptions s WHERE s.user_id = owner AND (s.access_until IS NULL OR s.access_until > now())), 'free')))
    END
$$;
