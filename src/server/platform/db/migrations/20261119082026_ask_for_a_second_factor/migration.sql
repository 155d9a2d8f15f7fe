CREATE TABLE "two_factor" (
	"user_id" uuid PRIMARY KEY,
	"secret" text NOT NULL,
	"last_step" bigint,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "two_factor_backup_codes" (
	"user_id" uuid,
	"hash" text,
	CONSTRAINT "two_factor_backup_codes_pkey" PRIMARY KEY("user_id","hash")
);
--> statement-breakpoint
ALTER TABLE "verifications" ADD COLUMN "codes_tried" smallint;--> statement-breakpoint
ALTER TABLE "two_factor" ADD CONSTRAINT "two_factor_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "two_factor_backup_codes" ADD CONSTRAINT "two_factor_backup_codes_user_id_two_factor_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "two_factor"("user_id") ON DELETE CASCADE;