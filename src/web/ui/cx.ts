/** Joins class names, leaving out what is false or missing. */
export const cx = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ');
