/** Sixteen hexadecimal digits that stand for a text: two FNV-1a runs, enough to tell the parts of one document apart. */
export function hashText(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x1000193;
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + 0x9e37), 0x85ebca6b);
  }
  return hex(low) + hex(high);
}

const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');
