import { createHash } from 'node:crypto';
import type { EventActor } from '#contract/fields.ts';
import type { PlannerName } from '#contract/generation.ts';
import type { PlanDraft } from '#contract/plan-draft.ts';
import type { KeptRole, PrdBlock, PrdRole, Reading } from '#contract/requirement.ts';
import type { DraftInput, Engine, EngineContext, Planner } from '#server/engine/index.ts';
import type { Context } from '#server/platform/context.ts';

/**
 * A planner whose every decision a test can foresee. "## Doors" is a list, "### Front" a parent in it, "- R1: Open" a
 * requirement and the task that answers it, "after R2" in it a dependency, "- enabler: Set up" a task that answers none,
 * "- context: …", "- limit: …" and "- done: …" lines of these roles, "- unsure: …" a line to decide. A role that was set
 * beats them: on a block by the key of its text, on a section by the key of its heading.
 */
export interface FakeEngine extends Engine {
  /** Number of drafts requested. */
  drafts: number;
  /** Runs instead of drafting, with the planner's input. */
  instead: ((input: DraftInput) => Promise<PlanDraft>) | undefined;
  usage: { inputTokens: number; outputTokens: number; costUsd: number | null } | null;
}

export function createFakeEngine(): FakeEngine {
  const engine: FakeEngine = {
    drafts: 0,
    instead: undefined,
    usage: null,
    read: async (content, { roles }) => ({ reading: readingOf(content, roles), draft: draftLines(content, roles) }),
    choose: async (name) => plannerOf(engine, name ?? 'embedded'),
    close: async () => undefined,
  };
  return engine;
}

/** A context with this engine, for one test. */
export const withEngine = (ctx: Context, engine: Engine = createFakeEngine()): EngineContext => ({
  ...ctx,
  engine,
  underWay: { add: () => undefined, signal: new AbortController().signal },
});

function plannerOf(engine: FakeEngine, name: PlannerName): Planner {
  return {
    name,
    label: name === 'embedded' ? 'Embedded planner' : 'A model',
    model: name === 'embedded' ? null : 'a-model',
    async draft(input) {
      await input.progress({ message: 'Reading the PRD', percent: 10, listName: null, tasks: 0, lists: [] });
      engine.drafts += 1;
      const draft = await (engine.instead?.(input) ?? Promise.resolve(input.builtIn));
      return { draft, usage: engine.usage };
    },
  };
}

interface Line {
  heading: string;
  group: string | null;
  /** null for an enabler and for lines that are no work. */
  id: string | null;
  mark: string;
  role: PrdRole;
  setBy: EventActor | null;
  text: string;
  line: number;
}

/** The key of a block or section: a hash of its normalised text. */
export const keyOf = (text: string): string =>
  createHash('sha256').update(text.trim().toLowerCase().replaceAll(/\s+/g, ' ')).digest('hex').slice(0, 16);

const MARKED: Record<string, PrdRole> = { context: 'context', limit: 'limit', done: 'done', unsure: 'unsure' };

function readLines(content: string, roles: readonly KeptRole[]): Line[] {
  const lines: Line[] = [];
  let heading = 'General';
  let group: string | null = null;
  const setOn = (scope: KeptRole['scope'], text: string) =>
    roles.find((role) => role.scope === scope && role.key === keyOf(text));
  for (const [place, raw] of content.split('\n').entries()) {
    const section = /^## (.+)$/.exec(raw)?.[1];
    if (section !== undefined) [heading, group] = [section, null];
    group = /^### (.+)$/.exec(raw)?.[1] ?? group;
    const item = /^- (R\d+|enabler|context|limit|done|unsure): (.+)$/.exec(raw);
    if (item === null) continue;
    const [, mark = '', text = ''] = item;
    const set = setOn('block', text) ?? setOn('section', heading);
    const role = set?.role ?? MARKED[mark] ?? 'work';
    const own = /^R\d+$/.test(mark) ? mark : `line-${keyOf(text).slice(0, 6)}`;
    const id = mark === 'enabler' || role !== 'work' ? null : own;
    lines.push({ heading, group, id, mark, role, setBy: set?.set_by ?? null, text, line: place + 1 });
  }
  return lines;
}

export function readingOf(content: string, roles: readonly KeptRole[] = []): Reading {
  const lines = readLines(content, roles);
  const headings = [...new Set(lines.map(({ heading }) => heading))];
  const told = lines.filter(({ mark }) => mark !== 'enabler');
  const requirements = told.flatMap(({ id, text, heading, line }) =>
    id === null ? [] : [{ id, text, kind: 'item' as const, heading_path: [heading], start_line: line, end_line: line }],
  );
  const count = (role: PrdRole) => told.filter((each) => each.role === role).length;
  return {
    title: /^# (.+)$/m.exec(content)?.[1] ?? null,
    summary: '',
    sections: headings.map((heading, place) => {
      const own = lines.filter((each) => each.heading === heading).map(({ line }) => line);
      const start_line = Math.max(1, content.split('\n').indexOf(`## ${heading}`) + 1);
      const end_line = Math.max(start_line, ...own);
      return { ref: String(place + 1), heading, level: 2, parent: null, start_line, end_line, key: keyOf(heading) };
    }),
    blocks: told.map(({ id, heading, line, role, setBy, text }): PrdBlock => ({
      start_line: line,
      end_line: line,
      kind: 'item',
      depth: 0,
      section: headings.indexOf(heading),
      role,
      reason: setBy === null ? (role === 'unsure' ? 'no_sign' : 'section_work') : 'set',
      key: keyOf(text),
      requirement_ids: id === null ? [] : [id],
      set_by: setBy,
    })),
    requirements,
    counts: {
      total: told.length,
      work: count('work'),
      context: count('context'),
      limit: count('limit'),
      done: count('done'),
      unsure: count('unsure'),
    },
    decisions: told
      .filter(({ role }) => role === 'unsure')
      .map(({ text, line, heading }) => ({
        key: keyOf(text),
        scope: 'block' as const,
        heading,
        start_line: line,
        end_line: line,
        lines: 1,
        task: { title: text, checks: [text] },
      })),
  };
}

export function draftLines(content: string, roles: readonly KeptRole[] = []): PlanDraft {
  const draft: PlanDraft = { lists: [], tasks: [], is_outline: false, notices: [] };
  const open = (key: string, parent: string | null, name: string) => {
    if (!draft.lists.some((list) => list.key === key)) draft.lists.push({ key, parent, name, brief: `Goal: ${name}` });
  };
  const bare = {
    checks: [],
    done: false,
    parked: false,
    requirement_ids: [],
    is_enabler: false,
    prd_lines: null,
    depends_on: [],
  };
  for (const { heading, group, id, mark, text, line } of readLines(content, roles)) {
    if (id === null && mark !== 'enabler') continue;
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
      checks: [{ text: `${text} works`, requirement_ids: id === null ? [] : [id], done: false }],
      requirement_ids: id === null ? [] : [id],
      is_enabler: id === null,
      prd_lines: { start: line, end: line },
      depends_on: [...text.matchAll(/after (R\d+)/g)].map(([, other]) => `task:${other ?? ''}`),
    });
  }
  return draft;
}
