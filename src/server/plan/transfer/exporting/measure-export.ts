import { UPLOAD_MAX_BYTES } from '#contract/constants.ts';
import { AppError } from '#server/platform/error.ts';

/**
 * Adds up the size of an export while its rows are read, and refuses it before the first byte is sent if no import
 * would accept it.
 */
export interface ExportSize {
  add(rows: readonly unknown[]): void;
}

export function measureExport(limit = UPLOAD_MAX_BYTES): ExportSize {
  let bytes = 0;
  return {
    add(rows) {
      bytes += Buffer.byteLength(JSON.stringify(rows));
      if (bytes > limit) throw tooLarge(limit);
    },
  };
}

const tooLarge = (limit: number) =>
  new AppError(
    'PAYLOAD_TOO_LARGE',
    `This export would have more than the ${Math.floor(limit / 1024 / 1024)} MB that an import takes. Leave checkpoints out: checkpoints=none, or how many of the newest go along, such as checkpoints=5.`,
  );
