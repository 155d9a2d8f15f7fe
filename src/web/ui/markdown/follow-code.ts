const FENCE = /^( {0,3})(`{3,}(?=[^`]*$)|~{3,})/;
const FENCE_ANYWHERE = /^(?:[\s>*+\-\d.)]|\[\^[^\]]*\]:)*(?:```|~~~)/;
const HTML = /^[\s>*+\-\d.)]*</;
/** HTML of these kinds does not end with the next empty line. */
const LONG_HTML = /^[\s>*+\-\d.)]*<(?:script|pre|style|textarea|!|\?)/i;

/**
 * Answers line by line whether it surely stands in a block of code, whose marks mean nothing.
 * Where a fence could be mere text, or end before its own end, the answer is no: what is taken for text is counted.
 */
export function followCode() {
  let open: { indent: number; fence: string } | undefined;
  let isSure = true;
  let isAfterHtml = false;
  let isAfterHiddenFence = false;

  const begin = (line: string) => {
    const [, indent = '', fence = ''] = FENCE.exec(line) ?? [];
    if (fence !== '' && !isAfterHtml && (indent === '' || !isAfterHiddenFence)) {
      open = { indent: indent.length, fence };
    } else if (FENCE_ANYWHERE.test(line)) isAfterHiddenFence = true;
    else if (/^\S/.test(line)) isAfterHiddenFence = false;
    return open !== undefined;
  };

  return (line: string): boolean => {
    if (!isSure) return false;
    const indent = line.search(/\S/);
    if (open === undefined) {
      if (LONG_HTML.test(line)) isSure = false;
      isAfterHtml = indent !== -1 && (isAfterHtml || HTML.test(line));
      return isSure && begin(line);
    }
    if (indent === -1) return true;
    const isFence = line.trimStart().startsWith(open.fence) && new Set(line.trim()).size === 1;
    // Less indented than its beginning, it may be what ends the list around the code; more, it may be no end.
    isSure = indent >= open.indent && !(isFence && indent > 3);
    if (isFence) open = undefined;
    return isSure;
  };
}
