import type { DraftTask } from '#contract/plan-draft.ts';
import { findLaterWork } from './find-later-work.ts';
import { findLostLines } from './find-lost-lines.ts';
import { findWrongOrder } from './find-wrong-order.ts';
import { type Facts, linesBetween } from './gather-facts.ts';
import { plainLines, plainText, sameText } from './plain-text.ts';
import type { Fault } from './fault.ts';

export function findFaults(facts: Facts): Fault[] {
  return [
    ...findForeignTitles(facts),
    ...facts.draft.tasks.flatMap(findEchoes),
    ...findTickedBoxes(facts),
    ...findLostLines(facts),
    ...findLaterWork(facts),
    ...findWrongOrder(facts),
  ];
}

/** Set-up tasks answer nothing in the document, so their titles cannot come from it. */
function findForeignTitles({ document, draft }: Facts): Fault[] {
  const texts = document.lines.map(({ text }) => text);
  const pages = [plainText(texts.join(' ')), plainLines(texts)];
  return draft.tasks
    .filter(({ is_enabler }) => !is_enabler)
    .map(({ title }) => plainText(title).replace(/\s*…$/u, ''))
    .filter((title) => !pages.some((page) => page.includes(title)))
    .map((text) => ({ kind: 'title', text }));
}

function findEchoes({ title, checks }: DraftTask): Fault[] {
  const seen = new Set([sameText(title)]);
  return checks.flatMap(({ text }): Fault[] => {
    const key = sameText(text);
    if (seen.has(key)) return [{ kind: 'echo', text: `${title}: ${text}` }];
    seen.add(key);
    return [];
  });
}

const BOX = /^\s*(?:>\s*)*(?:[-*+]|\d+[.)])\s+\[(.)\]\s/u;

/** A requirement all of whose boxes are ticked, in a check or a task that is not done. */
function findTickedBoxes({ document, requirements, leaves }: Facts): Fault[] {
  const boxesOf = (id: string) => {
    const requirement = requirements.get(id);
    if (requirement === undefined) return [];
    return linesBetween(requirement).flatMap((at) => {
      const line = document.lines[at - 1];
      const mark = line?.kind === 'text' ? BOX.exec(line.text)?.[1] : undefined;
      return mark === undefined ? [] : [mark];
    });
  };
  const isTicked = (id: string) => {
    const boxes = boxesOf(id);
    return boxes.length > 0 && boxes.every((mark) => /[xX✓✔✅☑]/u.test(mark));
  };
  return leaves
    .filter(({ done }) => !done)
    .flatMap(({ title, checks, requirement_ids }) => {
      const finished = new Set(checks.filter(({ done }) => done).flatMap((check) => check.requirement_ids));
      const open = requirement_ids.filter((id) => !finished.has(id) && isTicked(id));
      return open.map((id): Fault => ({ kind: 'ticked', text: `${title}: ${requirements.get(id)?.text ?? id}` }));
    });
}
