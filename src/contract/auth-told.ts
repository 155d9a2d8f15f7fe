/** What the sign-in page may say was just done, and the cookie in which the server lets it. */
export type Told = 'confirmed' | 'reset';
export const TOLD_COOKIE = 'told';
export const TOLD_SECONDS = 60;
