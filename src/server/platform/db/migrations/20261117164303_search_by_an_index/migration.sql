CREATE TABLE "search_heads" (
	"project_id" uuid,
	"kind" smallint,
	"texts" integer NOT NULL,
	CONSTRAINT "search_heads_pkey" PRIMARY KEY("project_id","kind")
);
--> statement-breakpoint
CREATE TABLE "search_queue" (
	"project_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "search_texts" (
	"id" uuid PRIMARY KEY,
	"project_id" uuid NOT NULL,
	"kind" smallint NOT NULL,
	"number" integer NOT NULL,
	"words" tsvector NOT NULL,
	"tokens" tsvector NOT NULL
);
--> statement-breakpoint
ALTER TABLE "notes" DROP COLUMN "words";--> statement-breakpoint
ALTER TABLE "prd_sections" DROP COLUMN "words";--> statement-breakpoint
ALTER TABLE "tasks" DROP COLUMN "words";--> statement-breakpoint
CREATE INDEX "search_queue_of_project" ON "search_queue" ("project_id","id");--> statement-breakpoint
CREATE INDEX "search_texts_tokens" ON "search_texts" USING gin ("tokens") WITH (fastupdate=false);