const PREFIX = 'new:';
const LIST_PREFIX = 'list-of:';
const made = new Map<string, Promise<string | undefined>>();
/** From temporary id to the server's, and back. */
const names = new Map<string, string>();
const origins = new Map<string, string>();

/** Temporary id of an optimistic row, until the server has assigned one. */
export function newRowId(): string {
  return `${PREFIX}${crypto.randomUUID()}`;
}

export const isNewRow = (id: string | undefined): id is `${typeof PREFIX}${string}` => id?.startsWith(PREFIX) ?? false;

/** Temporary id of a list that the server creates below a task, or for the first task of a plan. */
export const madeListId = (taskId: string) => `${LIST_PREFIX}${firstId(taskId)}`;

/** Registers the server's id of a new row, or undefined when it could not be created. */
export function rememberNewRow(id: string, becomes: Promise<string | undefined>) {
  made.set(id, becomes);
}

/** Maps a temporary id to the server's; from now on the temporary one still resolves. */
export function nameRow(id: string, real: string) {
  names.set(id, real);
  if (isNewRow(id)) origins.set(real, id);
}

/** The server's id if it is known yet, else the id itself. */
export const currentId = (id: string) => names.get(id) ?? id;

/** The id the row had first. It never changes, so as a React key it keeps the row's state when the server assigns an id. */
export const firstId = (id: string) => origins.get(id) ?? id;

/** The server's id of a row; for a new one it waits for the answer. */
export async function realId(id: string, lost = 'The task this belongs to could not be saved.'): Promise<string> {
  const known = currentId(id);
  if (known !== id || !isTemporary(id)) return known;
  const real = await made.get(id);
  if (real === undefined) throw new Error(lost);
  return real;
}

const isTemporary = (id: string) => id.startsWith(PREFIX) || id.startsWith(LIST_PREFIX);
