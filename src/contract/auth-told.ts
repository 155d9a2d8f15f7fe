/** The flash messages of the sign-in page, and the cookie that carries them. */
export type Told = 'confirmed' | 'reset';
export const TOLD_COOKIE = 'told';
export const TOLD_SECONDS = 60;
