interface PromptText {
  name: 'work' | 'plan';
  description: string;
  text: string;
}

/** What a person can ask an agent for with one word. */
export const PROMPTS: readonly PromptText[] = [
  {
    name: 'work',
    description: 'Take the next ready task and carry it through',
    text: [
      'Work on this project with Baton.',
      '1. Call orient. If a baton is yours, go on with that task; else call task_claim.',
      '2. Do exactly what the brief asks, in this repository. Its checks say when it is done.',
      '3. Leave a note for what the next one must know: findings, context, decisions. Pin only what everybody must read.',
      '4. Run what proves it, then call task_finish with the baton number, a summary, the files you touched and the evidence. If you cannot go on, use outcome block and say why; never leave a claimed task behind.',
      '5. With claim_next you get the next task at once. Stop when nothing is ready.',
      'After your context was compacted, call orient again before anything else.',
    ].join('\n'),
  },
  {
    name: 'plan',
    description: 'Read the PRD and propose a plan',
    text: [
      'Propose a plan for this project with Baton.',
      '1. Read the resources baton://prd and baton://requirements, and orient for what is there already.',
      '2. Break the work into lists and tasks that one agent can finish in one sitting. Each task: a title that says the outcome, a description that needs no other reading, checks that can be seen to hold.',
      '3. Give each task the ids of the requirements it answers (requirements: [ids]). Every requirement needs a task; a task that answers none is only for what the others need.',
      '4. Say what depends on what, only where the order matters.',
      '5. Call plan_edit with dry_run first, show the diff to the person, and apply it when they agree.',
    ].join('\n'),
  },
];
