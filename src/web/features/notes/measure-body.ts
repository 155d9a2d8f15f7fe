import { counted } from '#contract/counted.ts';

export function measureBody(body: string) {
  return `${counted(body.length, 'character')} · ${counted(body.split('\n').length, 'line')}`;
}
