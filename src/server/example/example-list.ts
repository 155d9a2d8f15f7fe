export interface ExampleTask {
  /** By which the story and the dependencies name it. */
  ref: string;
  title: string;
  description: string;
  checks?: string[];
  /** Ids of the PRD. */
  requirements: string[];
  after?: string[];
  /** A task with subtasks of its own. */
  steps?: { brief: string; tasks: ExampleTask[] };
}

/** A lane of the plan: a root list. */
export interface ExampleList {
  name: string;
  brief: string;
  tasks: ExampleTask[];
}
