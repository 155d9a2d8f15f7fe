const PREFIX = 'new:';
const LIST_PREFIX = 'list-of:';
const made = new Map<string, Promise<string | undefined>>();
/** From the id of the meantime to the server's, and back. */
const names = new Map<string, string>();
const origins = new Map<string, string>();

/** A row that is shown before the server has given it an id. */
export function newRowId(): string {
  return `${PREFIX}${crypto.randomUUID()}`;
}

export const isNewRow = (id: string | undefined): id is `${typeof PREFIX}${string}` => id?.startsWith(PREFIX) ?? false;

/** What a list is called that the server will make below a task, or for the first task of a plan. */
export const madeListId = (taskId: string) => `${LIST_PREFIX}${firstId(taskId)}`;

/** What becomes of a new row: its real id, or nothing when it could not be made. */
export function rememberNewRow(id: string, becomes: Promise<string | undefined>) {
  made.set(id, becomes);
}

/** From here on the row stands on the screen under the server's id. Who speaks of it by the other one is understood. */
export function nameRow(id: string, real: string) {
  names.set(id, real);
  if (isNewRow(id)) origins.set(real, id);
}

/** What the row is called by now. */
export const currentId = (id: string) => names.get(id) ?? id;

/** What the row was called first. It never changes, so what is open on the row stays open when the server names it. */
export const firstId = (id: string) => origins.get(id) ?? id;

/** The server's id for a row, which for a new one means waiting until it has one. */
export async function realId(id: string, lost = 'The task this belongs to could not be saved.'): Promise<string> {
  const known = currentId(id);
  if (known !== id || !isTemporary(id)) return known;
  const real = await made.get(id);
  if (real === undefined) throw new Error(lost);
  return real;
}

const isTemporary = (id: string) => id.startsWith(PREFIX) || id.startsWith(LIST_PREFIX);
