CREATE TABLE "payment_endings" (
	"payment_id" uuid PRIMARY KEY,
	"reason" text NOT NULL,
	"kept" jsonb DEFAULT '[]' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"try_at" timestamp(3) with time zone,
	"done_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_endings_reason" CHECK ("reason" in ('refunded', 'double', 'replaced'))
);
--> statement-breakpoint
CREATE TABLE "payment_mails" (
	"payment_id" uuid,
	"kind" text,
	"about" text,
	"facts" jsonb NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"send_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_mails_pkey" PRIMARY KEY("payment_id","kind","about")
);
--> statement-breakpoint
ALTER TABLE "payment_subscriptions" ADD COLUMN "first_paid_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "payment_subscriptions" ADD COLUMN "checkout" jsonb;--> statement-breakpoint
ALTER TABLE "payment_subscriptions" ADD COLUMN "tells_from" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "payment_endings_try_at" ON "payment_endings" ("try_at") WHERE "try_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_mails_send_at" ON "payment_mails" ("send_at") WHERE "send_at" is not null;--> statement-breakpoint
ALTER TABLE "payment_endings" ADD CONSTRAINT "payment_endings_payment_id_payment_subscriptions_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment_subscriptions"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "payment_mails" ADD CONSTRAINT "payment_mails_payment_id_payment_subscriptions_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment_subscriptions"("id") ON DELETE CASCADE;