import { TextPage } from '#web/features/public-frame/index.ts';
import { contact } from './texts.ts';

export function Component() {
  return <TextPage {...contact} />;
}
