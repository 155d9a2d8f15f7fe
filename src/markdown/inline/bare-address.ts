import type { Characters } from '../scan/characters.ts';
import {
  AMPERSAND,
  APOSTROPHE,
  AT,
  BANG,
  CLOSE_ROUND,
  CLOSE_SQUARE,
  COLON,
  DASH,
  DOT,
  LESS,
  OPEN_ROUND,
  OPEN_SQUARE,
  PLUS,
  QUESTION,
  QUOTE,
  SEMICOLON,
  SLASH,
  STAR,
  TILDE,
  UNDERSCORE,
  isAlphanumeric,
  isLetter,
  isPunctuation,
  isWhitespace,
} from '../scan/codes.ts';

export interface BareAddress {
  from: number;
  end: number;
  url: string;
}

const TRAILING = new Set([
  BANG,
  QUOTE,
  APOSTROPHE,
  STAR,
  44,
  DOT,
  COLON,
  SEMICOLON,
  QUESTION,
  CLOSE_SQUARE,
  UNDERSCORE,
  TILDE,
]);
const isHost = (code: number) =>
  code >= 0 && (code === DASH || code === DOT || code === UNDERSCORE || !(isWhitespace(code) || isPunctuation(code)));
const isLocal = (code: number) =>
  isAlphanumeric(code) || code === DOT || code === PLUS || code === UNDERSCORE || code === DASH;
const isMailHost = (code: number) => isAlphanumeric(code) || code === DASH || code === UNDERSCORE;

/** The addresses that stand in a text without any mark around them: `www.…`, `https://…` and those of mail. */
export class BareAddresses {
  private readonly chars: Characters;
  private readonly mails: BareAddress[];
  /** Up to here a host was read that cannot be one, whatever part of it is taken. */
  private noHostBefore = 0;

  constructor(chars: Characters) {
    this.chars = chars;
    this.mails = chars.text.includes('@') ? findMails(chars).toReversed() : [];
  }

  /** Where the next address of mail begins, at `at` or behind. */
  nextMail(at: number): number {
    while ((this.mails.at(-1)?.from ?? at) < at) {
      this.chars.work.visits += 1;
      this.mails.pop();
    }
    return this.mails.at(-1)?.from ?? this.chars.length;
  }

  mailAt(at: number): BareAddress | null {
    const next = this.nextMail(at);
    return next === at ? (this.mails.at(-1) ?? null) : null;
  }

  /** `www.` begins at `at`, or the colon of `https://` stands there. Within square brackets it ends before the next one. */
  webAt(at: number, isInBrackets: boolean): BareAddress | null {
    const { chars } = this;
    const isProtocol = chars.code(at) === COLON;
    const from = isProtocol ? startOfProtocol(chars, at) : startOfName(chars, at);
    if (from < 0) return null;
    const host = isProtocol ? at + 3 : at + 4;
    if (host < this.noHostBefore) return null;
    const written = chars.skip(host, isHost);
    const hostEnd = this.endOfHost(host, written);
    if (!isHostName(chars, host, hostEnd)) {
      this.noHostBefore = written;
      return null;
    }
    const end = this.trimEnd(from, this.endOfPath(hostEnd, isInBrackets));
    return { from, end, url: (isProtocol ? '' : 'http://') + chars.slice(from, end) };
  }

  /** Marks of the sentence behind the host are no part of it, unless the address goes on behind them. */
  private endOfHost(from: number, written: number): number {
    const { chars } = this;
    const end = this.trimEnd(from, written);
    const after = chars.code(chars.skip(written, (code) => code === CLOSE_ROUND || TRAILING.has(code)));
    return isWhitespace(after) || after === LESS ? end : written;
  }

  private endOfPath(at: number, isInBrackets: boolean): number {
    const { chars } = this;
    for (let end = at; ; end += 1) {
      const code = chars.code(end);
      if (isWhitespace(code) || code === LESS) return end;
      if (code !== CLOSE_SQUARE && code !== OPEN_SQUARE) continue;
      if (isInBrackets) return end;
      const next = chars.code(end + 1);
      if (code === CLOSE_SQUARE && (next === OPEN_ROUND || next === OPEN_SQUARE)) return end;
    }
  }

  /** Without the marks of the sentence around it: full stops, unpaired brackets, entities. */
  private trimEnd(from: number, to: number): number {
    const { chars } = this;
    let open = 0;
    for (let at = from; at < to; at += 1) {
      const code = chars.code(at);
      if (code === OPEN_ROUND) open += 1;
      if (code === CLOSE_ROUND) open -= 1;
    }
    let end = to;
    while (end > from) {
      const code = chars.code(end - 1);
      if (code === CLOSE_ROUND) {
        if (open >= 0) return end;
        open += 1;
      } else if (code === SEMICOLON) {
        const name = chars.skipBack(end - 1, isLetter, from);
        if (name < end - 1 && name > from && chars.code(name - 1) === AMPERSAND) end = name;
      } else if (!TRAILING.has(code)) return end;
      end -= 1;
    }
    return end;
  }
}

function startOfProtocol(chars: Characters, colon: number): number {
  const isSecure = chars.has('https', colon - 5);
  if (!isSecure && !chars.has('http', colon - 4)) return -1;
  if (chars.code(colon + 1) !== SLASH || chars.code(colon + 2) !== SLASH) return -1;
  const from = colon - (isSecure ? 5 : 4);
  return isLetter(chars.code(from - 1)) ? -1 : from;
}

function startOfName(chars: Characters, at: number): number {
  const before = chars.code(at - 1);
  const canBegin = isWhitespace(before) || isPunctuation(before);
  return canBegin && chars.has('www.', at) ? at : -1;
}

/** A host whose last two parts have no underscore. */
function isHostName(chars: Characters, from: number, end: number): boolean {
  let dots = 0;
  for (let at = end - 1; at >= from && dots < 2; at -= 1) {
    const code = chars.code(at);
    if (code === UNDERSCORE) return false;
    if (code === DOT) dots += 1;
  }
  return end > from;
}

function findMails(chars: Characters): BareAddress[] {
  const mails: BareAddress[] = [];
  for (let at = 0; at < chars.length; at += 1) {
    if (chars.code(at) !== AT) continue;
    const from = chars.skipBack(at, isLocal);
    const end = from === at || chars.code(from - 1) === SLASH ? -1 : scanMailHost(chars, at + 1);
    if (end > 0) mails.push({ from, end, url: `mailto:${chars.slice(from, end)}` });
  }
  return mails;
}

/** A host with a dot in it that ends with a letter. */
function scanMailHost(chars: Characters, from: number): number {
  let end = chars.skip(from, isMailHost);
  let dots = 0;
  while (end > from && chars.code(end) === DOT && isAlphanumeric(chars.code(end + 1))) {
    dots += 1;
    end = chars.skip(end + 1, isMailHost);
  }
  return dots > 0 && isLetter(chars.code(end - 1)) ? end : -1;
}
