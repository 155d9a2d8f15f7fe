-- Subscriptions that were refunded and still renew: the next look at each has it ended at the provider.
UPDATE "payment_subscriptions" SET "look_at" = now() WHERE "status" = 'refunded' AND "renews";
