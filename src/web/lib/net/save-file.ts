/** Saves text as a download. */
export const saveFile = (name: string, type: string, text: string) => saveBlob(name, new Blob([text], { type }));

export function saveBlob(name: string, blob: Blob) {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download reads the object URL asynchronously, after click() has returned.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
