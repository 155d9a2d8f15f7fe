/**
 * The same names as the contract has them. Said again here because that file loads the schemas, and a command must start
 * at once; a test compares them.
 */
export const TOKEN_HEADER = 'x-baton-token';
export const SESSION_HEADER = 'x-baton-session';
export const KEEPS_TOKEN_HEADER = 'x-baton-tree';
export const TOKEN_META_KEY = 'baton/token';
