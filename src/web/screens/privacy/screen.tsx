import { TextPage } from '#web/features/public-frame/index.ts';
import { privacy } from './texts.ts';

export function Component() {
  return <TextPage {...privacy} />;
}
