export { type Guard, openGuard } from './open-guard.ts';
