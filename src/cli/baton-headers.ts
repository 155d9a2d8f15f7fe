/**
 * Duplicated from the contract, whose module loads the schemas, which would slow down every command's start; a test
 * compares them.
 */
export const TOKEN_HEADER = 'x-baton-token';
export const SESSION_HEADER = 'x-baton-session';
export const KEEPS_TOKEN_HEADER = 'x-baton-tree';
export const TOKEN_META_KEY = 'baton/token';
export const ERROR_META_KEY = 'baton/error';
