let decoder: HTMLTextAreaElement | undefined;

/** Decodes a named HTML entity. The browser knows all 2,125 of them. */
export function decodeEntity(name: string): string | undefined {
  decoder ??= document.createElement('textarea');
  // Only letters and digits are passed in, so no element can be injected.
  decoder.innerHTML = `&${name};`;
  const text = decoder.value;
  // An entity known without its `;` is decoded and leaves the rest of a longer, unknown name.
  return text.endsWith(';') && name !== 'semi' ? undefined : text;
}
