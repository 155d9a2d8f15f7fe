import { expect, test } from 'vitest';
import type { Task, TaskList } from '#contract/plan.ts';
import { type ListNode, nestTasks } from './nest-tasks.ts';

const list = (id: string, parent: string | null = null) => ({ id, name: id, parent_task_id: parent }) as TaskList;
const task = (id: string, listId: string, place: number) =>
  ({ id, title: id, task_list_id: listId, order_in_parent: place, level: 0 }) as Task;

const outline = (nodes: ListNode[]): unknown =>
  nodes.map(({ list: { id }, tasks }) => [
    id,
    tasks.map((node) => (node.children.length > 0 ? [node.task.id, outline(node.children)] : node.task.id)),
  ]);

test('tasks stand in their lists by their place, and lists under the task they break down', () => {
  const tasks = [task('b', 'one', 2), task('a', 'one', 1), task('c', 'two', 1), task('a1', 'under-a', 1)];
  const lists = [list('one'), list('two'), list('under-a', 'a')];
  expect(outline(nestTasks(tasks, lists))).toEqual([
    ['one', [['a', [['under-a', ['a1']]]], 'b']],
    ['two', ['c']],
  ]);
});

test('a task whose list is gone is not shown', () => {
  expect(outline(nestTasks([task('a', 'gone', 1)], [list('one')]))).toEqual([['one', []]]);
});
