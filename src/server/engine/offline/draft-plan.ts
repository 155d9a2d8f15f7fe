import type { PlanDraft } from '#contract/plan-draft.ts';
import type { Extraction } from '#contract/requirement.ts';
import { addEnablers } from './draft/add-enablers.ts';
import { buildSections } from './draft/build-sections.ts';
import { chooseThemes } from './draft/choose-themes.ts';
import { findEdges } from './draft/find-edges.ts';
import { layOutTasks } from './draft/lay-out-tasks.ts';
import { gatherSources } from './draft/gather-sources.ts';
import { shrinkTree } from './draft/shrink-tree.ts';
import { sizeTasks } from './draft/size-tasks.ts';
import { uniqueTitles } from './draft/unique-titles.ts';
import { writeBrief } from './draft/write-brief.ts';
import { writeTask } from './draft/write-task.ts';
import { hearVoice } from './titles/voice.ts';

interface Options {
  maxTasks: number;
}

/** This few requirements are an idea rather than a document. */
const IDEA = 3;

/** Drafts a plan from what was found in a PRD: every requirement is answered, and the same input gives the same bytes. */
export function draftPlan(extraction: Extraction, { maxTasks }: Options): PlanDraft {
  const { requirements, title, summary } = extraction;
  if (requirements.length === 0) return { lists: [], tasks: [], notices: [NOTHING] };
  const voice = hearVoice([summary, ...requirements.map(({ text }) => text)], title);
  const sizing = { isEnglish: voice.isEnglish, isIdea: requirements.length <= IDEA };
  const sized = chooseThemes(buildSections(extraction), voice.isEnglish).map((theme) => sizeTasks(theme, sizing));
  const { themes, merged } = shrinkTree(sized, Math.max(1, maxTasks));
  const layout = layOutTasks(themes, voice);
  addEnablers(layout, extraction, voice, maxTasks - layout.tasks.length);
  uniqueTitles(layout.tasks);
  findEdges(layout, voice.isEnglish);
  const sources = gatherSources(layout, extraction);
  return {
    lists: layout.lists.map((list) => ({
      key: list.key,
      parent: list.parent,
      name: list.name,
      brief: writeBrief(list, sources),
    })),
    tasks: layout.tasks.map(writeTask),
    notices: merged === 0 ? [] : [sayMerged(merged, maxTasks)],
  };
}

const NOTHING = 'Nothing to build was found in this text. Say what the product must do, one point per line.';

const sayMerged = (merged: number, maxTasks: number): string =>
  `A project holds at most ${maxTasks} tasks: ${merged} smaller ${merged === 1 ? 'one was' : 'ones were'} merged into the tasks above them. No requirement was left out.`;
