export { Passkeys } from './passkeys.tsx';
export { usePasskeys } from './queries.ts';
