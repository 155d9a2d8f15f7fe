CREATE TABLE "limit_notices" (
	"user_id" uuid,
	"limit_name" text,
	"period" text,
	"starts_on" date,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "limit_notices_pkey" PRIMARY KEY("user_id","limit_name","period","starts_on")
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"provider" text,
	"event_id" text,
	"type" text NOT NULL,
	"provider_id" text,
	"outcome" text NOT NULL,
	"received_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "payment_events_pkey" PRIMARY KEY("provider","event_id"),
	CONSTRAINT "payment_events_outcome" CHECK ("outcome" in ('counted', 'foreign', 'unrelated'))
);
--> statement-breakpoint
CREATE TABLE "payment_subscriptions" (
	"id" uuid PRIMARY KEY,
	"user_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"price_usd" numeric(10,2) NOT NULL,
	"status" text,
	"period_start" timestamp(3) with time zone,
	"period_end" timestamp(3) with time zone,
	"access_until" timestamp(3) with time zone,
	"renews" boolean DEFAULT false NOT NULL,
	"activated_at" timestamp(3) with time zone,
	"wanted" integer DEFAULT 0 NOT NULL,
	"applied" integer DEFAULT 0 NOT NULL,
	"look_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_subscriptions_status" CHECK ("status" in ('active', 'past_due', 'cancelled', 'suspended', 'expired', 'refunded')),
	CONSTRAINT "payment_subscriptions_applied" CHECK ("applied" <= "wanted")
);
--> statement-breakpoint
CREATE TABLE "sandbox_messages" (
	"id" text PRIMARY KEY,
	"body" text NOT NULL,
	"deliver_at" timestamp(3) with time zone NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_subscriptions" (
	"id" text PRIMARY KEY,
	"page_token" text NOT NULL UNIQUE,
	"plan_id" text NOT NULL,
	"custom_id" text NOT NULL,
	"subscriber" text NOT NULL,
	"price_usd" numeric(10,2) NOT NULL,
	"status" text NOT NULL,
	"start_time" timestamp(3) with time zone,
	"next_billing_time" timestamp(3) with time zone,
	"failed_payments" integer DEFAULT 0 NOT NULL,
	"payments" jsonb DEFAULT '[]' NOT NULL,
	"declines" boolean DEFAULT false NOT NULL,
	"return_url" text NOT NULL,
	"cancel_url" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "access_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "granted" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD COLUMN "payment_id" uuid;--> statement-breakpoint
ALTER TABLE "projects" ADD COLUMN "read_only_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "limit_notices_starts_on" ON "limit_notices" ("starts_on");--> statement-breakpoint
CREATE INDEX "payment_events_received_at" ON "payment_events" ("received_at");--> statement-breakpoint
CREATE INDEX "payment_events_provider_id" ON "payment_events" ("provider","provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_subscriptions_provider_id" ON "payment_subscriptions" ("provider","provider_id");--> statement-breakpoint
CREATE INDEX "payment_subscriptions_user_id" ON "payment_subscriptions" ("user_id");--> statement-breakpoint
CREATE INDEX "payment_subscriptions_look_at" ON "payment_subscriptions" ("look_at") WHERE "look_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_subscriptions_paid" ON "payment_subscriptions" ("provider","price_usd","user_id") WHERE "activated_at" is not null;--> statement-breakpoint
CREATE INDEX "payment_subscriptions_open" ON "payment_subscriptions" ("provider","created_at") WHERE "activated_at" is null;--> statement-breakpoint
CREATE INDEX "sandbox_messages_deliver_at" ON "sandbox_messages" ("deliver_at");--> statement-breakpoint
CREATE INDEX "sandbox_subscriptions_next_billing_time" ON "sandbox_subscriptions" ("next_billing_time") WHERE "next_billing_time" is not null;--> statement-breakpoint
CREATE INDEX "user_subscriptions_payment_id" ON "user_subscriptions" ("payment_id");--> statement-breakpoint
CREATE INDEX "user_subscriptions_access_until" ON "user_subscriptions" ("access_until") WHERE "access_until" is not null;--> statement-breakpoint
ALTER TABLE "limit_notices" ADD CONSTRAINT "limit_notices_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "payment_subscriptions" ADD CONSTRAINT "payment_subscriptions_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "user_subscriptions" ADD CONSTRAINT "user_subscriptions_payment_id_payment_subscriptions_id_fkey" FOREIGN KEY ("payment_id") REFERENCES "payment_subscriptions"("id") ON DELETE SET NULL;