import fc from 'fast-check';
import { expect } from 'vitest';
import type { Id } from '#contract/fields.ts';
import type { Note, NoteType } from '#contract/note.ts';
import { noteUsual } from '#server/plan/baton/note-usual.ts';
import { createTaskList, deleteTaskList, undeleteTaskList, updateTaskList } from '#server/plan/tree/edit-task-list.ts';
import { restoreCheckpoint } from '#server/plan/checkpoints/restore-checkpoint.ts';
import { saveCheckpoint } from '#server/plan/checkpoints/save-checkpoint.ts';
import { updateProject } from '#server/projects/index.ts';
import { addNote } from '#server/notes/add-note.ts';
import { deleteNote, undeleteNote } from '#server/notes/delete-note.ts';
import { updateNote } from '#server/notes/update-note.ts';
import * as edit from './plan-model-edits.ts';
import { Pick, type RealPlan, Title, command, idOf, pickGone, pickList, pickTask } from './plan-model-steps.ts';
import { type PlanState, listOf, liveTask, refuse } from './plan-model.ts';

const NoteTypes = fc.constantFrom<NoteType>('PROGRESS', 'FINDING', 'FILE_LIST', 'CONTEXT', 'OTHER');

export const createList = Title.map((name) =>
  command((state) => ({
    say: `create L${state.lists.size + 1} ${name}`,
    model: (draft) => void edit.addList(draft, null, name),
    real: (real) => createTaskList(real.as.user, { id: real.projectId, name }),
    learn: (after, real, answer) => void real.lists.set(after.lists.size, answer.id),
  })),
);

export const editList = fc.tuple(Pick, Title).map(([of, name]) =>
  command((state) => {
    const key = pickList(state, of);
    if (key === undefined) return undefined;
    return {
      say: `rename L${key} ${name}`,
      model: (draft) => {
        const list = listOf(draft, key);
        if (list.gone !== null) refuse('NOT_FOUND');
        list.name = name;
      },
      real: (real) => updateTaskList(real.as.user, { id: idOf(real.lists, key), name }),
    };
  }),
);

export const removeList = Pick.map((of) =>
  command((state) => {
    const key = pickList(state, of);
    if (key === undefined) return undefined;
    let deleted = 0;
    return {
      say: `delete L${key}`,
      model: (draft) => void (deleted = edit.remove(draft, { list: key })),
      real: (real) => deleteTaskList(real.as.user, { id: idOf(real.lists, key) }),
      learn: (_, real, answer) => {
        expect(answer.deleted).toBe(deleted);
        if (answer.checkpoint_id !== null) real.checkpoints.push(answer.checkpoint_id);
      },
    };
  }),
);

export const undeleteList = Pick.map((of) =>
  command((state) => {
    const key = pickGone(state.lists.values(), (list) => `L${list.key}`, of)?.key;
    if (key === undefined) return undefined;
    return {
      say: `undelete L${key}`,
      model: (draft) => edit.bringBack(draft, { list: key }),
      real: (real) => undeleteTaskList(real.as.user, { id: idOf(real.lists, key) }),
      learn: (_, __, answer) => expect(answer.deleted_at).toBeNull(),
    };
  }),
);

/** By the fast path if it applies. Without a task it would belong to the one the agent holds. */
async function addByAgent({ as, projectId }: RealPlan, type: NoteType, task: Id | undefined): Promise<Note> {
  const said = { type, body: `A ${type}` };
  const kept =
    task && (await noteUsual(as.alpha, projectId, { ...said, pinned: false, work: null, about: { id: task } }));
  return kept?.note ?? addNote(as.alpha, { id: projectId, ...said, ...(task === undefined ? {} : { task_id: task }) });
}

export const note = fc.tuple(fc.option(Pick, { freq: 3 }), NoteTypes).map(([of, type]) =>
  command((state) => {
    const task = of === null ? null : (pickTask(state, of) ?? null);
    return {
      say: `note ${type} on ${task === null ? 'the project' : `T${task}`}`,
      model: (draft) => {
        if (task !== null) liveTask(draft, task);
        draft.notes.push({ task, type, isGone: false });
      },
      real: (real) => addByAgent(real, type, task === null ? undefined : idOf(real.tasks, task)),
      learn: (after, real, answer) => void (real.notes[after.notes.length - 1] = answer.id),
    };
  }),
);

export const changeNote = fc
  .tuple(fc.nat(999), NoteTypes, fc.constantFrom('type', 'delete', 'undelete'))
  .map(([at, type, how]) =>
    command((state) => {
      // Baton's own notes are counted, but their ids are unknown.
      return changeOne(state, at, type, how);
    }),
  );

function changeOne(state: PlanState, at: number, type: NoteType, how: 'type' | 'delete' | 'undelete') {
  const isOfHand = state.notes.flatMap((each, place) => (each.type === 'PROGRESS' ? [] : [place]));
  const place = isOfHand[at % Math.max(1, isOfHand.length)];
  if (place === undefined || (how === 'type' && type === 'PROGRESS')) return undefined;
  return {
    say: `${how} note ${place}`,
    model: (draft: PlanState) => {
      const known = draft.notes[place];
      if (known === undefined || known.isGone !== (how === 'undelete')) return refuse('NOT_FOUND');
      if (how === 'type') known.type = type;
      else known.isGone = how === 'delete';
    },
    real: (real: RealPlan) => {
      const id = real.notes[place];
      if (id === undefined) throw new Error(`note ${place} has no id`);
      if (how === 'type') return updateNote(real.as.user, { id, type });
      return how === 'delete' ? deleteNote(real.as.user, { id }) : undeleteNote(real.as.user, { id });
    },
  };
}

export const save = fc.constant(undefined).map(() =>
  command((state) => ({
    say: `save checkpoint ${state.checkpoints.length}`,
    model: (draft) => edit.save(draft),
    real: (real) => saveCheckpoint(real.as.user, { id: real.projectId, name: 'Kept' }),
    learn: (_, real, answer) => void real.checkpoints.push(answer.id),
  })),
);

export const restore = fc.noBias(fc.nat(999)).map((at) =>
  command((state) => {
    if (state.checkpoints.length === 0) return undefined;
    const place = at % state.checkpoints.length;
    return {
      say: `restore checkpoint ${place}`,
      model: (draft) => edit.restore(draft, place),
      real: (real) => {
        const id = real.checkpoints[place];
        if (id === undefined) throw new Error(`checkpoint ${place} has no id`);
        return restoreCheckpoint(real.as.user, { id });
      },
      learn: (after, real, answer) => {
        real.checkpoints.push(answer.undo.id);
        expect(answer.tasks).toBe(after.checkpoints[place]?.tasks.size);
      },
    };
  }),
);

export const squeeze = fc.constant(undefined).map(() =>
  command(() => ({
    say: 'places run out',
    model: (draft) => draft.lists.forEach((list) => (list.version += 1)),
    real: (real) => real.squeeze(),
  })),
);

/** Lowering it ends no work, and no claim succeeds until the held ones fit. */
export const setSlots = fc.constantFrom(1, 2, 3).map((slots) =>
  command(() => ({
    say: `${slots} batons`,
    model: (draft) => void (draft.slots = slots),
    real: (real) => updateProject(real.as.user, { id: real.projectId, baton_slots: slots }),
  })),
);

export const timePasses = fc.constantFrom(5, 31).map((minutes) =>
  command(() => ({
    say: `${minutes} minutes pass`,
    model: (draft) => void (draft.minutes += minutes),
    real: async (real) => real.advance(minutes),
  })),
);
