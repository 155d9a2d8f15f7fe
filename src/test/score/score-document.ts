import { planOffline } from '#server/engine/planning/plan-offline.ts';
import { findFaults } from './find-faults.ts';
import type { Fault } from './fault.ts';
import { gatherFacts } from './gather-facts.ts';
import type { ScoredDocument } from './read-folder.ts';
import { type RoleScore, scoreRoles } from './score-roles.ts';
import { type ShapeScore, scoreShape } from './score-shape.ts';
import { type TaskScore, scoreTasks } from './score-tasks.ts';

export interface DocumentScore {
  name: string;
  words: number;
  lines: number;
  unsure: number;
  milliseconds: number;
  roles: RoleScore | null;
  tasks: TaskScore | null;
  shape: ShapeScore;
  faults: Fault[];
}

/** Reads and plans a document with the built-in planner, and says how well it did. */
export function scoreDocument(document: ScoredDocument): DocumentScore {
  const begin = performance.now();
  const planned = planOffline(document.content, { previous: [], roles: [], maxTasks: 1000 });
  const milliseconds = performance.now() - begin;
  const facts = gatherFacts(document, planned);
  const written = document.lines.flatMap(({ kind }, at) => (kind === 'blank' ? [] : [at + 1]));
  return {
    name: document.name,
    words: facts.words,
    lines: written.length,
    unsure: written.filter((line) => facts.roles.get(line) === 'unsure').length,
    milliseconds,
    roles: scoreRoles(document, facts.roles),
    tasks: scoreTasks(facts),
    shape: scoreShape(facts),
    faults: findFaults(facts),
  };
}
