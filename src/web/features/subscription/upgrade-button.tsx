import { Zap } from 'lucide-react';
import { paths } from '#web/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { mayUpgrade } from './plan.ts';
import { useSubscription } from './queries.ts';

/** Only on the free tier, once that is known, and where plans are sold. */
export function UpgradeButton() {
  const { data } = useSubscription();
  if (!data || !mayUpgrade(data)) return null;
  return (
    <ButtonLink to={paths.subscription} icon={<Zap />}>
      Upgrade
    </ButtonLink>
  );
}
