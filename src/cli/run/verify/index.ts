export { lastLines } from './last-lines.ts';
export { runVerify } from './run-verify.ts';
export { setUp } from './set-up.ts';
