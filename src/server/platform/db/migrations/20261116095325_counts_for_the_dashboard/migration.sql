CREATE TABLE "call_hours" (
	"hour" timestamp(3) with time zone PRIMARY KEY,
	"calls" integer NOT NULL,
	"errors" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "call_times" (
	"hour" timestamp(3) with time zone,
	"command" text,
	"ms" integer,
	"calls" integer NOT NULL,
	CONSTRAINT "call_times_pkey" PRIMARY KEY("hour","command","ms")
);
--> statement-breakpoint
CREATE TABLE "project_counts" (
	"stripe" smallint PRIMARY KEY,
	"n" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "day_counts" (
	"subject" text,
	"day" date,
	"stripe" smallint,
	"n" bigint NOT NULL,
	CONSTRAINT "day_counts_pkey" PRIMARY KEY("subject","day","stripe")
);
