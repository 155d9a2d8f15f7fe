CREATE TABLE "instance_observations" (
	"kind" text,
	"subject" text,
	"detail" text NOT NULL,
	"first_seen" timestamp(3) with time zone NOT NULL,
	"last_seen" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "instance_observations_pkey" PRIMARY KEY("kind","subject"),
	CONSTRAINT "instance_observations_kind" CHECK ("kind" = 'forwarded')
);
