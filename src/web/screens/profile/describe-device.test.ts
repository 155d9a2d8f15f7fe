import { expect, test } from 'vitest';
import { describeDevice } from './describe-device.ts';

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19.0 Mobile Safari/604',
    'Safari on iOS',
  ],
  ['Mozilla/5.0 (Linux; Android 16) Gecko/140.0 Firefox/140.0', 'Firefox on Android'],
  ['curl/8', 'Unknown device'],
  [null, 'Unknown device'],
])('%s is %s', (agent, name) => {
  expect(describeDevice(agent)).toBe(name);
});
