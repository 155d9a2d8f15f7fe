import type { CheckpointReason } from '#contract/checkpoint.ts';
import type { EventActor, Id } from '#contract/fields.ts';
import type { KeptRole } from '#contract/requirement.ts';
import type { ImportFormat, ImportLine } from '#contract/transfer.ts';
import type { AppError } from '#server/platform/error.ts';
import type { PlanImport } from '../plan-import.ts';

/** What the server passes to the database per turn of the event loop: about a millisecond of work. */
export const PART_CHARACTERS = 256 * 1024;

/** The upload: a file as it is, or a JSON body that contains one as text. */
export interface ImportSource {
  /** The bytes, where they are few. */
  chunks: Uint8Array[];
  /** Else an open file, which every thread of this process can read. */
  file?: { descriptor: number; bytes: number } | undefined;
  /** The bytes are a JSON body, which may have options. */
  isJson: boolean;
  wishes: ImportFile;
  /** Aborted when the client has disconnected. */
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

/** Messages to the worker thread: the bytes in chunks; what they are; then requests for the next part. */
export type ImportQuestion =
  | { ask: 'take'; chunks: Uint8Array[] }
  | { ask: 'read'; job: Omit<ImportJob, 'chunks'> }
  | { ask: 'next' };

/** What is known of an import when it was parsed and validated. */
export interface ImportHead extends Pick<PlanImport, 'description' | 'rules'> {
  format: ImportFormat;
  name: string | undefined;
  projectId: Id | undefined;
  tasks: number;
  notes: number;
  /** The highest task number in the plan and its checkpoints, since a number is never used again. */
  lastNumber: number;
  lines: ImportLine[];
}

type Piece = [kind: string, place: number, piece: number];

/**
 * The parts that follow on request, each about one turn of the event loop. Rows are serialised JSON, which is passed to
 * the database unparsed.
 */
export type ImportPart =
  | { part: 'rows'; json: string }
  /** Pairs of task numbers: dependent and dependency. */
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
