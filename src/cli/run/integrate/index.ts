export { beginConflict } from './conflict.ts';
export { findMerged } from './find-merged.ts';
export { type IntegrateOptions, integrate } from './integrate.ts';
export { withMergeLock } from './merge-lock.ts';
export { taskMessage, taskSubject } from './task-message.ts';
