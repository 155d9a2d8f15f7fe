export { createCallLog } from './call-log.ts';
export { countCall } from './count-call.ts';
export { addAgentRoutes } from './routes.ts';
export { sweepCalls } from './sweep-calls.ts';
