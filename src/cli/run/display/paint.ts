const CODES = { ember: '38;5;208', green: '32', red: '31', yellow: '33', dim: '2', bold: '1' } as const;
export type Colour = keyof typeof CODES;
export type Paint = (colour: Colour | undefined, text: string) => string;

export const paintNothing: Paint = (_colour, text) => text;
export const paintAnsi: Paint = (colour, text) =>
  colour === undefined || text.trim() === '' ? text : `\u001b[${CODES[colour]}m${text}\u001b[0m`;
