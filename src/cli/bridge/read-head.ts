/** The response head, as far as needed to read the body. */
export interface Head {
  status: number;
  /** Content-Length. */
  length: number;
  /** Keep-alive. */
  isKept: boolean;
}

const STATUS = /^HTTP\/1\.1 ([2-5]\d\d) /;
const LENGTH = /\r\ncontent-length:[ \t]*(\d{1,8})[ \t]*\r\n/i;
const TYPE = /\r\ncontent-type:[ \t]*application\/json[ \t]*[;\r]/i;
const CLOSING = /\r\nconnection:[^\r]*\bclose\b/i;
/** Repeated or folded headers, or a body of unknown length. */
const UNUSUAL =
  /\r\n(?:transfer-encoding|content-encoding|trailer|upgrade|[ \t])|\r\ncontent-length:.*\r\ncontent-length:/is;

/** Parses a response head; undefined for anything but plain JSON with a Content-Length. */
export function readHead(text: string): Head | undefined {
  const status = STATUS.exec(text)?.[1];
  const length = LENGTH.exec(text)?.[1];
  if (status === undefined || length === undefined || !TYPE.test(text) || UNUSUAL.test(text)) return undefined;
  return { status: Number(status), length: Number(length), isKept: !CLOSING.test(text) };
}
