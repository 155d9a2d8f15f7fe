/** A small Task Master file: a done task, one with subtasks, and one with a dangling dependency. */
export const TASK_MASTER_SAMPLE = JSON.stringify({
  master: {
    tasks: [
      { id: 1, title: 'Lay the keel', description: 'Oak', status: 'done', dependencies: [], priority: 'high' },
      {
        id: 2,
        title: 'Raise the mast',
        description: '',
        status: 'in-progress',
        dependencies: [1],
        subtasks: [
          { id: 1, title: 'Find a tree', status: 'done' },
          { id: 2, title: 'Cut it', status: 'pending', dependencies: [1] },
        ],
      },
      { id: 3, title: 'Launch', status: 'pending', dependencies: [99] },
    ],
  },
});
