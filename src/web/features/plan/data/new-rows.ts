const PREFIX = 'new:';
const made = new Map<string, Promise<string | undefined>>();

/** A row that is shown before the server has given it an id. */
export function newRowId(): string {
  return `${PREFIX}${crypto.randomUUID()}`;
}

export const isNewRow = (id: string | undefined): id is string => id?.startsWith(PREFIX) ?? false;

/** What becomes of a new row: its real id, or nothing when it could not be made. */
export function rememberNewRow(id: string, becomes: Promise<string | undefined>) {
  made.set(id, becomes);
}

/** The server's id for a row, which for a new one means waiting until it has one. */
export async function realId(id: string): Promise<string> {
  if (!isNewRow(id)) return id;
  const real = await made.get(id);
  if (real === undefined) throw new Error('The task this belongs to could not be saved.');
  return real;
}
