/** Enough to catch a slip of the hand; whether the address exists only a mail can tell. */
export const isEmail = (text: string) => /^[^\s@]+@[^\s@]+$/.test(text.trim());
