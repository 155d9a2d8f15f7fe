import { UPLOAD_MAX_BYTES } from '#contract/constants.ts';
import { AppError } from '#server/platform/error.ts';

/** Computes the size of an export beforehand, and refuses it before the first byte if no import would accept it. */
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
