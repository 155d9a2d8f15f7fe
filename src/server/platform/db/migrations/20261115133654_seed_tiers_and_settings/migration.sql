insert into subscription_tiers (
  id, tier_name, display_name, price_usd,
  daily_prd_limit, daily_task_gen_limit, daily_total_operations_limit,
  monthly_prd_limit, monthly_task_gen_limit, monthly_total_operations_limit, max_projects
) values
  ('free', 'free', 'Free', 0, 1, 1, 2, 1, 1, 2, 1),
  ('pro', 'pro', 'Pro', 5, 2, 3, 5, 5, 10, 15, 5);
--> statement-breakpoint
insert into system_settings (id) values (1);
