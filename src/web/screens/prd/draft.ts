import { deviceStore } from '#web/lib/browser-store.ts';

export interface Draft {
  content: string;
  /** Of the uploaded file; empty when the text was written by hand. */
  filename: string;
}

const keyOf = (projectId: string) => `baton-draft:${projectId}`;

/** What was written here and is not stored on the server; undefined where there is nothing of the kind. */
export function readDraft(projectId: string): Draft | undefined {
  try {
    const stored: unknown = JSON.parse(deviceStore.read(keyOf(projectId)) ?? 'null');
    return isDraft(stored) && stored.content !== '' ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Answers whether the draft is safe on this device. An empty one leaves nothing behind. */
export function writeDraft(projectId: string, draft: Draft | undefined): boolean {
  if (draft && draft.content !== '')
    return deviceStore.write(keyOf(projectId), JSON.stringify({ content: draft.content, filename: draft.filename }));
  deviceStore.remove(keyOf(projectId));
  return true;
}

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'content' in value && typeof value.content === 'string' && 'filename' in value && typeof value.filename === 'string'
  );
}

/** Kilobytes with one decimal: "6.4 KB". */
export const sizeOf = (content: string) => `${(new TextEncoder().encode(content).length / 1024).toFixed(1)} KB`;

export function countsOf(content: string) {
  const characters = content.length;
  const lines = content === '' ? 0 : content.split('\n').length;
  const plural = (n: number, word: string) => `${n.toLocaleString('en-US')} ${word}${n === 1 ? '' : 's'}`;
  return { characters: plural(characters, 'character'), lines: plural(lines, 'line') };
}
