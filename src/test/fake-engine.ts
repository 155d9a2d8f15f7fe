import type { PlannerName } from '#contract/generation.ts';
import type { PlanDraft } from '#contract/plan-draft.ts';
import type { Extraction } from '#contract/requirement.ts';
import type { DraftInput, Engine, Planner } from '#server/engine/index.ts';

/**
 * A planner whose every decision a test can foresee. "## Doors" is a list, "### Front" a parent in it, "- R1: Open" a
 * requirement and the task that answers it, "after R2" in it a dependency, "- enabler: Set up" a task that answers none.
 */
export interface FakeEngine extends Engine {
  /** How often a draft was asked for. */
  drafts: number;
  /** Runs in the place of the draft, with what the planner was given. */
  instead: ((input: DraftInput) => Promise<PlanDraft>) | undefined;
  usage: { inputTokens: number; outputTokens: number; costUsd: number | null } | null;
}

export function createFakeEngine(): FakeEngine {
  const engine: FakeEngine = {
    drafts: 0,
    instead: undefined,
    usage: null,
    extract: async (content) => extractLines(content),
    choose: async (name) => plannerOf(engine, name ?? 'embedded'),
    close: async () => undefined,
  };
  return engine;
}

function plannerOf(engine: FakeEngine, name: PlannerName): Planner {
  return {
    name,
    label: name === 'embedded' ? 'Embedded planner' : 'A model',
    model: name === 'embedded' ? null : 'a-model',
    async draft(input) {
      await input.progress({ message: 'Reading the PRD', percent: 10, listName: null, tasks: 0 });
      engine.drafts += 1;
      const draft = await (engine.instead?.(input) ?? Promise.resolve(draftLines(input.content)));
      return { draft, usage: engine.usage };
    },
  };
}

interface Line {
  heading: string;
  group: string | null;
  id: string | null;
  text: string;
  line: number;
}

function readLines(content: string): Line[] {
  const lines: Line[] = [];
  let heading = 'General';
  let group: string | null = null;
  for (const [place, text] of content.split('\n').entries()) {
    const section = /^## (.+)$/.exec(text)?.[1];
    if (section !== undefined) [heading, group] = [section, null];
    group = /^### (.+)$/.exec(text)?.[1] ?? group;
    const item = /^- (R\d+|enabler): (.+)$/.exec(text);
    if (item === null) continue;
    const id = item[1] === 'enabler' ? null : (item[1] ?? null);
    lines.push({ heading, group, id, text: item[2] ?? '', line: place + 1 });
  }
  return lines;
}

export function extractLines(content: string): Extraction {
  const lines = readLines(content);
  const headings = [...new Set(lines.map(({ heading }) => heading))];
  return {
    title: /^# (.+)$/m.exec(content)?.[1] ?? null,
    summary: '',
    parts: headings.map((heading, place) => ({
      heading,
      level: 2,
      role: 'work',
      start_line: place + 1,
      end_line: place + 1,
      requirements: lines.filter((each) => each.heading === heading && each.id !== null).length,
    })),
    requirements: lines.flatMap(({ id, text, heading, line }) =>
      id === null
        ? []
        : [{ id, text, kind: 'item', strength: 'must', heading_path: [heading], start_line: line, end_line: line }],
    ),
    constraints: [],
  };
}

export function draftLines(content: string): PlanDraft {
  const draft: PlanDraft = { lists: [], tasks: [], notices: [] };
  const open = (key: string, parent: string | null, name: string) => {
    if (!draft.lists.some((list) => list.key === key)) draft.lists.push({ key, parent, name, brief: `Goal: ${name}` });
  };
  const bare = { checks: [], requirement_ids: [], is_enabler: false, prd_lines: null, depends_on: [] };
  for (const { heading, group, id, text, line } of readLines(content)) {
    open(`list:${heading}`, null, heading);
    const list = group === null ? `list:${heading}` : `below:${group}`;
    if (group !== null && !draft.tasks.some(({ key }) => key === `group:${group}`)) {
      const parent = { ...bare, key: `group:${group}`, list: `list:${heading}`, title: `Build ${group}` };
      draft.tasks.push({ ...parent, description: '' });
      open(list, `group:${group}`, group);
    }
    draft.tasks.push({
      ...bare,
      key: id === null ? `enabler:${text}` : `task:${id}`,
      list,
      title: `Build ${text}`,
      description: `The PRD says: ${text}`,
      checks: [`${text} works`],
      requirement_ids: id === null ? [] : [id],
      is_enabler: id === null,
      prd_lines: { start: line, end: line },
      depends_on: [...text.matchAll(/after (R\d+)/g)].map(([, other]) => `task:${other ?? ''}`),
    });
  }
  return draft;
}
