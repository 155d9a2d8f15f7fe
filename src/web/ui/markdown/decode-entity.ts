let decoder: HTMLTextAreaElement | undefined;

/** The characters that the name of an HTML entity stands for. The browser knows all 2,125 of them. */
export function decodeEntity(name: string): string | undefined {
  decoder ??= document.createElement('textarea');
  // Letters and digits between `&` and `;` are all that comes here: nothing of it can become an element.
  decoder.innerHTML = `&${name};`;
  const text = decoder.value;
  // An entity that is known without its `;` leaves the rest of a longer name behind it.
  return text.endsWith(';') && name !== 'semi' ? undefined : text;
}
