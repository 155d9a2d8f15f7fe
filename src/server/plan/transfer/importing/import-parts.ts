import type { CheckpointReason } from '#contract/checkpoint.ts';
import type { EventActor, Id } from '#contract/fields.ts';
import type { KeptRole } from '#contract/requirement.ts';
import type { ImportFormat, ImportLine } from '#contract/transfer.ts';
import type { AppError } from '#server/platform/error.ts';
import type { PlanImport } from '../plan-import.ts';

/** What the server hands on to the database in one turn of its event loop: about a millisecond of work. */
export const PART_CHARACTERS = 256 * 1024;

/** What somebody sent: a file as it is, or the JSON body that carries one as text. */
export interface ImportSource {
  /** What came, where it is small. */
  chunks: Uint8Array[];
  /** What came, where it is not: an open file, which every thread of this process can read. */
  file?: { descriptor: number; bytes: number } | undefined;
  /** The bytes are a JSON body, which may say more. */
  isJson: boolean;
  wishes: ImportFile;
  /** Aborted when whoever sent it has gone. */
  gone?: AbortSignal | undefined;
}

export interface ImportFile {
  format?: ImportFormat | undefined;
  filename?: string | undefined;
  name?: string | undefined;
  project_id?: Id | undefined;
}

export interface ImportJob extends Omit<ImportSource, 'gone'> {
  author: EventActor;
  now: string;
}

/** What a thread that reads imports is told: the bytes, a few at a time; what they are; then, to go on, again and again. */
export type ImportQuestion =
  | { ask: 'take'; chunks: Uint8Array[] }
  | { ask: 'read'; job: Omit<ImportJob, 'chunks'> }
  | { ask: 'next' };

/** What is known of an import when it has been read whole and found sound. */
export interface ImportHead extends Pick<PlanImport, 'description' | 'rules'> {
  format: ImportFormat;
  name: string | undefined;
  projectId: Id | undefined;
  tasks: number;
  notes: number;
  /** The highest number that any of its tasks has or had. */
  lastNumber: number;
  lines: ImportLine[];
}

type Piece = [kind: string, place: number, piece: number];

/**
 * What follows, one part at a time and each about as large as one turn of the event loop can take. Rows are JSON already: whoever
 * writes them hands the text on to the database.
 */
export type ImportPart =
  | { part: 'rows'; json: string }
  /** Pairs of tasks' numbers: who waits, and for whom. */
  | { part: 'edges'; json: string }
  | { part: 'notes'; json: string }
  | { part: 'note_links'; json: string }
  | { part: 'prd_version'; version: PlanImport['prdVersions'][number] }
  | { part: 'prd_roles'; roles: KeptRole[] }
  | { part: 'requirements'; version: number; json: string }
  | { part: 'pieces'; json: string }
  | {
      part: 'checkpoint';
      name: string;
      reason: CheckpointReason;
      author: EventActor;
      created_at: string;
      tasks: number;
      done: number;
      pieces: Piece[];
    };

export type ImportAnswer =
  | { kind: 'head'; head: ImportHead }
  | { kind: 'part'; part: ImportPart }
  | { kind: 'end' }
  | { kind: 'refused'; type: AppError['type']; message: string; detail: AppError['detail'] };
