import { TextPage } from '#web/features/public-frame/index.ts';
import { terms } from './texts.ts';

export function Component() {
  return <TextPage {...terms} />;
}
