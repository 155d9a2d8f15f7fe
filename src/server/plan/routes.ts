import { answerQuestion as answering, withdrawAnswer as withdrawing } from '#contract/answer.ts';
import * as checkpoint from '#contract/checkpoint.ts';
import { addNote as adding } from '#contract/note.ts';
import * as contract from '#contract/plan.ts';
import * as tree from '#contract/plan-tree.ts';
import { searchProject as searching } from '#contract/search.ts';
import { emptyStorage as emptying } from '#contract/subscription.ts';
import * as task from '#contract/task.ts';
import * as transfer from '#contract/transfer.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import type { MountUpload } from '#server/platform/http/upload.ts';
import { addDependency, removeDependency } from './tree/add-dependency.ts';
import { answerQuestion } from './baton/answer-question.ts';
import { withdrawAnswer } from './baton/withdraw-answer.ts';
import { breakDownTask } from './tree/break-down-task.ts';
import { claimNext, claimTask } from './baton/claim-task.ts';
import { createTask } from './tree/create-task.ts';
import { addRelayRoutes } from './relay/routes.ts';
import { deleteTask, undeleteTask } from './tree/delete-task.ts';
import { deleteCheckpoint } from './checkpoints/delete-checkpoint.ts';
import { diffCheckpoint } from './checkpoints/diff-checkpoint.ts';
import { createTaskList, deleteTaskList, undeleteTaskList, updateTaskList } from './tree/edit-task-list.ts';
import { emptyStorage } from './empty-storage.ts';
import { type AccountParts, exportAccount, exportProject } from './transfer/export-project.ts';
import { finishTask } from './baton/finish-task.ts';
import { getPlan } from './tree/get-plan.ts';
import { getPlanTree } from './tree/get-plan-tree.ts';
import { importProject } from './transfer/import-project.ts';
import { listActivity } from './tree/list-activity.ts';
import { addNoteOnHeld } from './baton/note-on-held.ts';
import { moveTask } from './tree/move-task.ts';
import { listTaskLists, listTasks } from './queries.ts';
import { releaseBaton, renewBaton } from './baton/release-baton.ts';
import { readTexts } from './tree/read-texts.ts';
import { restoreCheckpoint } from './checkpoints/restore-checkpoint.ts';
import { listCheckpoints, saveCheckpoint } from './checkpoints/save-checkpoint.ts';
import { searchProject } from './search/search-project.ts';
import { updateTask } from './tree/update-task.ts';

export function addPlanRoutes(
  { mount, mountUpload }: { mount: Mount; mountUpload: MountUpload },
  account: AccountParts,
): void {
  mount(contract.getPlan, getPlan);
  mount(tree.getPlanTree, getPlanTree);
  mount(tree.readTexts, readTexts);
  mount(contract.listTasks, listTasks);
  mount(contract.listTaskLists, listTaskLists);
  mount(contract.listActivity, listActivity);

  mount(task.createTask, createTask);
  mount(task.updateTask, updateTask);
  mount(task.moveTask, moveTask);
  mount(task.deleteTask, deleteTask);
  mount(task.undeleteTask, undeleteTask);
  mount(task.breakDownTask, breakDownTask);
  mount(task.createTaskList, createTaskList);
  mount(task.updateTaskList, updateTaskList);
  mount(task.deleteTaskList, deleteTaskList);
  mount(task.undeleteTaskList, undeleteTaskList);
  mount(task.addDependency, addDependency);
  mount(task.removeDependency, removeDependency);

  mount(contract.claimTask, claimTask);
  mount(contract.claimNext, claimNext);
  mount(contract.finishTask, finishTask);
  mount(answering, answerQuestion);
  mount(withdrawing, withdrawAnswer);
  mount(adding, addNoteOnHeld);
  mount(contract.renewBaton, renewBaton);
  mount(contract.releaseBaton, releaseBaton);

  mount(checkpoint.listCheckpoints, listCheckpoints);
  mount(checkpoint.saveCheckpoint, saveCheckpoint);
  mount(checkpoint.diffCheckpoint, diffCheckpoint);
  mount(checkpoint.restoreCheckpoint, restoreCheckpoint);
  mount(checkpoint.deleteCheckpoint, deleteCheckpoint);

  addRelayRoutes(mount);

  mount(emptying, emptyStorage);

  mount(searching, searchProject);
  mount(transfer.exportProject, exportProject, { isLong: true });
  mountUpload(transfer.importProject, importProject);
  mount(transfer.exportMe, (ctx) => exportAccount(ctx, account), { isLong: true });
}
