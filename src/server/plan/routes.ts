import { answerQuestion as answering } from '#contract/answer.ts';
import * as checkpoint from '#contract/checkpoint.ts';
import * as contract from '#contract/plan.ts';
import { searchProject as searching } from '#contract/search.ts';
import { emptyStorage as emptying } from '#contract/subscription.ts';
import * as task from '#contract/task.ts';
import * as transfer from '#contract/transfer.ts';
import type { Mount } from '#server/platform/http/mount.ts';
import type { MountUpload } from '#server/platform/http/upload.ts';
import { addDependency, removeDependency } from './add-dependency.ts';
import { answerQuestion } from './answer-question.ts';
import { breakDownTask } from './break-down-task.ts';
import { claimNext, claimTask } from './claim-task.ts';
import { createTask } from './create-task.ts';
import { deleteTask, undeleteTask } from './delete-task.ts';
import { deleteCheckpoint } from './delete-checkpoint.ts';
import { diffCheckpoint } from './diff-checkpoint.ts';
import { createTaskList, deleteTaskList, undeleteTaskList, updateTaskList } from './edit-task-list.ts';
import { emptyStorage } from './empty-storage.ts';
import { exportAccount, exportProject } from './export-project.ts';
import { finishTask } from './finish-task.ts';
import { getPlan } from './get-plan.ts';
import { importProject } from './import-project.ts';
import { listActivity } from './list-activity.ts';
import { moveTask } from './move-task.ts';
import { listTaskLists, listTasks } from './queries.ts';
import { releaseBaton, renewBaton } from './release-baton.ts';
import { restoreCheckpoint } from './restore-checkpoint.ts';
import { listCheckpoints, saveCheckpoint } from './save-checkpoint.ts';
import { searchProject } from './search-project.ts';
import { updateTask } from './update-task.ts';

export function addPlanRoutes({ mount, mountUpload }: { mount: Mount; mountUpload: MountUpload }): void {
  mount(contract.getPlan, getPlan);
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
  mount(contract.renewBaton, renewBaton);
  mount(contract.releaseBaton, releaseBaton);

  mount(checkpoint.listCheckpoints, listCheckpoints);
  mount(checkpoint.saveCheckpoint, saveCheckpoint);
  mount(checkpoint.diffCheckpoint, diffCheckpoint);
  mount(checkpoint.restoreCheckpoint, restoreCheckpoint);
  mount(checkpoint.deleteCheckpoint, deleteCheckpoint);

  mount(emptying, emptyStorage);

  mount(searching, searchProject);
  mount(transfer.exportProject, exportProject, { isLong: true });
  mountUpload(transfer.importProject, importProject);
  mount(transfer.exportMe, exportAccount, { isLong: true });
}
