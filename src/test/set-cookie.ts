export function setCookie(line: string): void {
  // oxlint-disable-next-line unicorn/no-document-cookie -- the DOM of the tests has no cookie store
  document.cookie = line;
}
