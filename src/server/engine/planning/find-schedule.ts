import type { Section } from '../reading/document.ts';
import { nearestNamed } from './outline.ts';

/** Days and sprints order the work; phases may also be the only breakdown there is. */
const TIME_UNIT =
  /^(?:word )?(?:week|day|sprint|month|milestone|woche|tag|semaine|jour|semana|dia|día|tydzień|hafta|gün|недел|день|周|天|週)/iu;
const STAGE_UNIT = /^(?:word )?(?:phase|stage|drop|release|iteration|step|faz|fase|etap|etapa|этап|期|阶|階|단계)/iu;
/** Says when others are looked at; it orders nothing. */
const REVIEW_UNIT = /^(?:word )?(?:checkpoint|gate|kontrollpunkt)/iu;
/** The last words of a heading that only says when, or in which order, things are built. */
const PLAN_NAME =
  /(?:road ?map|milestones|timeline|fahrplan|meilensteine|dependency chain|(?:^|\s)(?:build|implementation|development|delivery|work) (?:order|sequence|steps|plan|task list|tasks|checklist)|(?:^|\s)(?:epic|story|stories|sprint) (?:list|overview|summary|order))$/iu;

/** A unit that is counted in time or in stages of delivery. */
const isStage = ({ unit }: Section): boolean => unit !== null && (TIME_UNIT.test(unit) || STAGE_UNIT.test(unit));

/** The phase or week it stands in. */
export function stageOf(section: Section): Section | null {
  for (let at: Section | null = section; at !== null; at = at.parent) if (isStage(at)) return at;
  return null;
}

/** Where the phases stand that hold the features: their phases are the breakdown, not a second one. */
export const homesOfStages = (units: Iterable<Section>): Set<Section | null> =>
  new Set([...units].flatMap((unit) => stageOf(unit) ?? []).map(({ parent }) => parent));

/** Whether it stands in a part of the document that says when things are built. */
export function isScheduled(section: Section): boolean {
  if (nearestNamed(section, ['schedule']) !== null) return true;
  for (let at: Section | null = section; at !== null && !at.isTitle; at = at.parent)
    if (isStage(at) || (at.unit !== null && REVIEW_UNIT.test(at.unit)) || (isTop(at) && isPlanName(at.heading)))
      return true;
  return false;
}

const isTop = ({ parent }: Section): boolean => parent === null || parent.isTitle;

const isPlanName = (heading: string): boolean =>
  PLAN_NAME.test(
    heading
      .slice(0, NAME_MAX)
      .replace(/[(（[].*$/u, '')
      .trim(),
  );

const NAME_MAX = 120;
