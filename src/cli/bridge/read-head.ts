/** What stands before the body of an answer, as far as it is needed to take the body as it comes. */
export interface Head {
  status: number;
  /** Of the body, in bytes. */
  length: number;
  /** Whether the connection may be used again. */
  isKept: boolean;
}

const STATUS = /^HTTP\/1\.1 ([2-5]\d\d) /;
const LENGTH = /\r\ncontent-length:[ \t]*(\d{1,8})[ \t]*\r\n/i;
const TYPE = /\r\ncontent-type:[ \t]*application\/json[ \t]*[;\r]/i;
const CLOSING = /\r\nconnection:[^\r]*\bclose\b/i;
/** Said twice, said over several lines, or a body that is not as long as it says. */
const UNUSUAL =
  /\r\n(?:transfer-encoding|content-encoding|trailer|upgrade|[ \t])|\r\ncontent-length:.*\r\ncontent-length:/is;

/** Reads a head up to the line before the empty one; undefined for anything but a plain JSON answer of a known length. */
export function readHead(text: string): Head | undefined {
  const status = STATUS.exec(text)?.[1];
  const length = LENGTH.exec(text)?.[1];
  if (status === undefined || length === undefined || !TYPE.test(text) || UNUSUAL.test(text)) return undefined;
  return { status: Number(status), length: Number(length), isKept: !CLOSING.test(text) };
}
