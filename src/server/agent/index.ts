export { createCallLog } from './call-log.ts';
export { countCall, logCall } from './count-call.ts';
export { logRefusal } from './log-refusal.ts';
export { addAgentRoutes } from './routes.ts';
export { sweepCalls } from './sweep-calls.ts';
