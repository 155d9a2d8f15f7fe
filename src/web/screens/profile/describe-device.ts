const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;

/** "Chrome on Linux", as far as the user agent tells. */
export function describeDevice(userAgent: string | null): string {
  const text = userAgent ?? '';
  const browser = BROWSERS.find(([mark]) => mark.test(text))?.[1];
  const system = SYSTEMS.find(([mark]) => mark.test(text))?.[1];
  if (browser === undefined) return system ?? 'Unknown device';
  return system === undefined ? browser : `${browser} on ${system}`;
}
