import { deviceStore } from '#web/lib/browser-store.ts';

export interface Draft {
  content: string;
  /** Name of the uploaded file; empty for typed text. */
  filename: string;
}

const keyOf = (projectId: string) => `baton-draft:${projectId}`;

/** The unsaved text of this device, if any. */
export function readDraft(projectId: string): Draft | undefined {
  try {
    const stored: unknown = JSON.parse(deviceStore.read(keyOf(projectId)) ?? 'null');
    return isDraft(stored) && stored.content !== '' ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Returns whether the write succeeded. An empty draft removes the entry. */
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

/** "6.4 KB", of the UTF-8 encoding. */
export const sizeOf = (content: string) => `${(new TextEncoder().encode(content).length / 1024).toFixed(1)} KB`;

export function countsOf(content: string) {
  const characters = content.length;
  const lines = content === '' ? 0 : content.split('\n').length;
  const plural = (n: number, word: string) => `${n.toLocaleString('en-US')} ${word}${n === 1 ? '' : 's'}`;
  return { characters: plural(characters, 'character'), lines: plural(lines, 'line') };
}
