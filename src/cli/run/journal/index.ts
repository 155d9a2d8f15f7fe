export { sweepParts } from './sweep-parts.ts';
export { endGroup, endMarked, isAlive, startedAt } from './processes.ts';
export { type RunFile, findResumable, forgetOldRuns, listRuns, readRun, runIsAlive, writeRun } from './run-file.ts';
export { type Journal, type TaskEntry, createJournal, ownerIsAlive } from './task-journal.ts';
