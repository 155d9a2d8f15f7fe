import { Zap } from 'lucide-react';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { isFree } from './plan.ts';
import { useSubscription } from './queries.ts';

/** Offered to people on the free tier only, once it is known that they are, and where there is something to buy. */
export function UpgradeButton() {
  const { data } = useSubscription();
  if (!data || !isFree(data) || data.offer === null) return null;
  return (
    <ButtonLink to={paths.subscription} icon={<Zap />}>
      Upgrade
    </ButtonLink>
  );
}
