CREATE INDEX "generation_runs_finished_at" ON "generation_runs" ("finished_at");--> statement-breakpoint
CREATE INDEX "generation_runs_failed" ON "generation_runs" ("finished_at") WHERE "status" = 'failed';--> statement-breakpoint
CREATE INDEX "generation_runs_looked_at" ON "generation_runs" ("finished_at") WHERE "kind" = 'preview' and "answer" is not null;