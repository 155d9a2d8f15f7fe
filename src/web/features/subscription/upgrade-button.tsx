import { Zap } from 'lucide-react';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { mayUpgrade } from './plan.ts';
import { useSubscription } from './queries.ts';

/** Offered to people on the free tier only, once it is known that they are, and where there is something to buy. */
export function UpgradeButton() {
  const { data } = useSubscription();
  if (!data || !mayUpgrade(data)) return null;
  return (
    <ButtonLink to={paths.subscription} icon={<Zap />}>
      Upgrade
    </ButtonLink>
  );
}
