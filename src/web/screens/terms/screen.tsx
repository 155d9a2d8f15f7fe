import { TextPage } from '#web/features/public-frame/index.ts';
import { useIsTeam } from '#web/lib/net/instance.ts';
import { termsFor } from './texts.ts';

export function Component() {
  return <TextPage {...termsFor(!useIsTeam())} />;
}
