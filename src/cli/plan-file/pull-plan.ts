import { createHash } from 'node:crypto';
import { NOTES_PAGE } from '#contract/constants.ts';
import type { Note } from '#contract/note.ts';
import type { Plan } from '#contract/plan.ts';
import { askServer } from '../ask-server.ts';
import type { SignedIn } from '../settings.ts';
import { documentOf } from './document-of.ts';
import { type PlanDocument, listTasks } from './plan-document.ts';
import { writePlan } from './write-plan.ts';

/** Notes that a file may hold; beyond, the oldest are left out, which a push leaves as they are. */
const PAGES_MAX = 20;

export interface Pulled {
  text: string;
  base: number;
  tasks: number;
  notes: number;
}

export const askPlan = (to: SignedIn, project: string): Promise<Plan> =>
  askServer<Plan>(to, { method: 'GET', path: `/api/projects/${project}/plan` });

/** The plan as a file, with what tells later whether somebody has edited it. */
export async function pullPlan(to: SignedIn, project: string, hasNotes: boolean): Promise<Pulled> {
  const plan = await askPlan(to, project);
  const document = documentOf(project, plan, hasNotes ? await askNotes(to, project) : undefined);
  const tasks = listTasks(document);
  return {
    text: markFile(document),
    base: document.base,
    tasks: tasks.length,
    notes: tasks.reduce((sum, task) => sum + task.notes.length, 0),
  };
}

export async function askNotes(to: SignedIn, project: string): Promise<Note[]> {
  const all: Note[] = [];
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const last = all.at(-1);
    const before = last === undefined ? '' : `&before=${last.id}`;
    const path = `/api/projects/${project}/notes?limit=${NOTES_PAGE}${before}`;
    const found = await askServer<Note[]>(to, { method: 'GET', path });
    all.push(...found);
    if (found.length < NOTES_PAGE) break;
  }
  return all;
}

const MARK = /^pulled: ([0-9a-f]{16})$/m;
const sumOf = (text: string): string =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n').replace(MARK, '').trimEnd()).digest('hex').slice(0, 16);

function markFile(document: PlanDocument): string {
  const text = writePlan(document).replace(/^base: .*$/m, '$&\npulled: ');
  return text.replace(/^pulled: $/m, `pulled: ${sumOf(text.replace(/^pulled: $/m, ''))}`);
}

/** Whether a file that was pulled has been edited since. */
export const isEdited = (text: string): boolean => MARK.exec(text.replaceAll('\r\n', '\n'))?.[1] !== sumOf(text);
