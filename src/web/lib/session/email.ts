/** Catches typing mistakes only; whether the address exists is found out by mail. */
export const isEmail = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text.trim());
