import { PASTED_BULLETS } from '#markdown/read-line-start.ts';
import { stripContainers } from '#markdown/strip-containers.ts';

const BOX = /^\[[ xX]\]\s*/;

/** One title per line, without list and checkbox markers. */
export function readTitles(lines: string): string[] {
  return lines
    .split('\n')
    .map((line) => stripContainers(line, PASTED_BULLETS).rest.replace(BOX, '').trim())
    .filter((title) => title !== '');
}
