ALTER TABLE "feed_heads" ADD COLUMN "first_seq" bigint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "feed_heads" ADD COLUMN "first_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "feed_heads" ADD COLUMN "kept_bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "feed_heads" ADD COLUMN "is_due" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "feed_heads_due" ON "feed_heads" ("scope") WHERE "is_due";--> statement-breakpoint
CREATE INDEX "feed_heads_oldest" ON "feed_heads" ("first_at");