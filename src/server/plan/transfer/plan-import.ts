import { ORDER_STEP, TASK_LIST_NAME_MAX } from '#contract/constants.ts';
import type { EventActor, Id } from '#contract/fields.ts';
import type { Note } from '#contract/note.ts';
import type { KeptRole } from '#contract/requirement.ts';
import type { ImportLine } from '#contract/transfer.ts';
import { newId } from '#server/platform/id.ts';
import type { DraftNote, DraftTask, PlanDraft } from './formats/draft.ts';
import { requireRoom } from './formats/import-limits.ts';
import { damaged } from './importing/damaged.ts';
import type { ProjectImport } from './importing/import-document.ts';
import { cutText } from '../rules.ts';
import { settlePlan } from '../tree/settle-plan.ts';
import type { Snapshot } from '../checkpoints/snapshot.ts';

type ProjectRulesIn = Omit<ProjectImport['project'], 'name' | 'description'>;
type ImportedNote = Omit<Note, 'deleted_at' | 'project_id'>;

/** A project ready to be inserted, under new ids. */
export interface PlanImport {
  name: string | undefined;
  description: string;
  /** The project's settings for agents, where the document has them. */
  rules: ProjectRulesIn;
  plan: Snapshot;
  notes: ImportedNote[];
  prdVersions: ProjectImport['prd_versions'];
  prdRoles: KeptRole[];
  requirements: ProjectImport['requirements'];
  checkpoints: {
    name: string;
    reason: ProjectImport['checkpoints'][number]['reason'];
    author: EventActor;
    created_at: string;
    snapshot: Snapshot;
  }[];
  lines: ImportLine[];
}

/** Converts a plan of another tool: numbers in tree order, the current time where none is given. */
export function importDraft(draft: PlanDraft, lines: ImportLine[], author: EventActor, now: Date): PlanImport {
  const plan: Snapshot = { version: 1, task_lists: [], tasks: [], dependencies: [], note_ids: [] };
  const notes: ImportedNote[] = [];
  const idOf = new Map<string, Id>();
  const waits: { id: Id; on: string[] }[] = [];
  let tick = 0;
  // Lists are ordered by creation time: each gets a distinct one.
  const nextMoment = () => new Date(now.getTime() + tick++).toISOString();
  const addNotes = (taskId: Id | null, added: readonly DraftNote[]) => {
    for (const note of added) notes.push(noteOf(note, taskId, author, note.created_at ?? nextMoment()));
  };
  const addTasks = (listId: Id, depth: number, added: readonly DraftTask[]) => {
    for (const [place, task] of added.entries()) {
      const id = newId();
      const created = task.created_at ?? now.toISOString();
      idOf.set(task.key, id);
      waits.push({ id, on: task.dependsOn });
      plan.tasks.push({
        id,
        task_list_id: listId,
        number: plan.tasks.length + 1,
        title: task.title,
        description: task.description,
        checks: task.checks,
        prd_start_line: null,
        prd_end_line: null,
        status: task.status,
        order_in_parent: (place + 1) * ORDER_STEP,
        level: depth,
        is_completed: task.status === 'done',
        completed_at: task.status === 'done' ? (task.completed_at ?? created) : null,
        created_at: created,
      });
      addNotes(id, task.notes);
      if (task.children.length > 0)
        addTasks(
          addList(id, cutText(task.title, TASK_LIST_NAME_MAX), task.brief ?? '', depth + 1),
          depth + 1,
          task.children,
        );
    }
  };
  const addList = (parent: Id | null, name: string, brief: string, depth: number): Id => {
    const id = newId();
    const list = { id, parent_task_id: parent, name, operational_brief: brief, depth, created_at: nextMoment() };
    plan.task_lists.push(list);
    return id;
  };
  for (const list of draft.lists) addTasks(addList(null, list.name, list.brief, 0), 0, list.tasks);
  addNotes(null, draft.notes);
  for (const { id, on } of waits)
    for (const key of new Set(on)) {
      const other = idOf.get(key);
      if (other !== undefined && other !== id) plan.dependencies.push({ task_id: id, depends_on_id: other });
    }
  return {
    name: draft.name,
    description: draft.description ?? '',
    rules: {},
    plan: requireSound(plan),
    notes,
    prdVersions: [],
    prdRoles: [],
    requirements: null,
    checkpoints: [],
    lines,
  };
}

function noteOf(note: DraftNote, taskId: Id | null, author: EventActor, at: string): ImportedNote {
  return {
    id: newId(),
    task_id: taskId,
    type: note.type,
    body: note.body,
    author,
    is_broadcast: false,
    pinned: false,
    by_holder: false,
    question_id: null,
    work: null,
    supersedes_id: null,
    superseded_by_id: null,
    created_at: at,
    updated_at: at,
  };
}

/** Converts Baton's own document under new ids, so that it can be imported beside the original. */
export function importExport(document: ProjectImport): PlanImport {
  const known = new Map<Id, Id>();
  const renew = (id: Id): Id => {
    const fresh = known.get(id) ?? newId();
    known.set(id, fresh);
    return fresh;
  };
  const renewOr = (id: Id | null) => (id === null ? null : renew(id));
  const renewed = new WeakMap<object, object>();
  /** Memoized by row: checkpoints share most rows, and each is converted once. */
  const once = <T extends object, R extends object>(row: T, make: (row: T) => R): R => {
    const found = (renewed.get(row) as R | undefined) ?? make(row);
    renewed.set(row, found);
    return found;
  };
  requireRoom('dependencies', document.dependencies.length);
  const tasks = document.tasks.map((task) => ({
    ...task,
    prd_start_line: task.prd_lines?.start ?? null,
    prd_end_line: task.prd_lines?.end ?? null,
  }));
  const plan = requireSound({
    version: 1,
    task_lists: document.task_lists,
    tasks,
    dependencies: document.dependencies,
    note_ids: [],
  });
  requireConsistent(document);
  const statusOf = new Map(plan.tasks.map(({ id, status }) => [id, status]));
  const lines = document.tasks
    .filter((task) => task.status === 'wip' && statusOf.get(task.id) === 'open')
    .map((task): ImportLine => ({
      where: `T${task.number}`,
      outcome: 'changed',
      message: 'Was in progress; nobody holds it here, so it is open.',
    }));
  const taskIds = new Set(document.tasks.map(({ id }) => id));
  const noteIds = new Set(document.notes.map(({ id }) => id));
  const among = (id: Id | null) => (id !== null && noteIds.has(id) ? renew(id) : null);
  const { name, description, ...rules } = document.project;
  return {
    name,
    description: description ?? '',
    rules,
    plan: renewSnapshot(plan),
    notes: document.notes.map((note) => ({
      ...note,
      id: renew(note.id),
      // A note outlives its task.
      task_id: note.task_id !== null && taskIds.has(note.task_id) ? renew(note.task_id) : null,
      author: byNameOnly(note.author),
      supersedes_id: among(note.supersedes_id),
      superseded_by_id: among(note.superseded_by_id),
      question_id: among(note.question_id),
    })),
    prdVersions: document.prd_versions,
    prdRoles: document.prd_roles.map(withoutAccount),
    requirements: document.requirements,
    checkpoints: document.checkpoints.map((checkpoint) => ({
      ...checkpoint,
      author: byNameOnly(checkpoint.author),
      snapshot: once(checkpoint.snapshot, (snapshot: Snapshot) => renewSnapshot(requireSound(snapshot))),
    })),
    lines: [
      ...lines,
      {
        where: 'document',
        outcome: 'imported',
        message: `${tasks.length} tasks, ${document.notes.length} notes, ${document.prd_versions.length} PRD versions, ${document.checkpoints.length} checkpoints.`,
      },
    ],
  };
  function renewSnapshot(from: Snapshot): Snapshot {
    return {
      version: 1,
      task_lists: from.task_lists.map((row) =>
        once(row, (list) => ({ ...list, id: renew(list.id), parent_task_id: renewOr(list.parent_task_id) })),
      ),
      tasks: from.tasks.map((row) =>
        once(row, (task) => ({
          ...task,
          id: renew(task.id),
          task_list_id: renew(task.task_list_id),
          // Also the id of its note.
          ...(task.question && { question: { ...task.question, id: renew(task.question.id) } }),
        })),
      ),
      dependencies: from.dependencies.map((row) =>
        once(row, (each) => ({ task_id: renew(each.task_id), depends_on_id: renew(each.depends_on_id) })),
      ),
      note_ids: from.note_ids.map(renew),
      ...(from.prd === undefined
        ? {}
        : { prd: from.prd && once(from.prd, (prd) => ({ ...prd, roles: prd.roles.map(withoutAccount) })) }),
    };
  }
}

/** Whoever wrote it has no account here, or another one. Documents of older versions may have no name either. */
const byNameOnly = (author: EventActor): EventActor => ({ ...author, id: null, name: author.name || 'Somebody' });
const withoutAccount = (role: KeptRole): KeptRole => ({ ...role, set_by: byNameOnly(role.set_by) });

/** Reports what the constraints would refuse before anything is written: duplicate ids and numbers. */
function requireConsistent({ tasks, notes, prd_versions, checkpoints }: ProjectImport): void {
  const issues: { path: string; message: string }[] = [];
  const unique = (path: string, values: readonly (string | number)[]) => {
    if (new Set(values).size !== values.length) issues.push({ path, message: 'has the same entry twice' });
  };
  unique(
    'notes',
    notes.map(({ id }) => id),
  );
  unique(
    'prd_versions',
    prd_versions.map(({ version }) => version),
  );
  for (const [at, note] of notes.entries())
    if (note.supersedes_id === note.id || note.superseded_by_id === note.id)
      issues.push({ path: `notes.${at}`, message: 'replaces itself' });
  const owner = new Map(tasks.map(({ id, number }) => [number, id]));
  const seen = new Set<object>();
  for (const [at, { snapshot }] of checkpoints.entries()) {
    if (seen.has(snapshot)) continue;
    seen.add(snapshot);
    for (const { id, number } of snapshot.tasks) {
      if ((owner.get(number) ?? id) !== id)
        issues.push({ path: `checkpoints.${at}`, message: `gives T${number} to another task` });
      owner.set(number, id);
    }
    // The first issue is enough.
    if (issues.length > 0) break;
  }
  if (issues.length > 0) throw damaged(issues);
}

function requireSound(plan: Snapshot): Snapshot {
  const { settled, issues } = settlePlan(plan);
  if (issues.length > 0) throw damaged(issues);
  return settled;
}
