import { expect, test } from 'vitest';
import { drawQrCode } from './draw-qr-code.ts';

const URI =
  'otpauth://totp/Baton%20(localhost)%3Aada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Baton';

/** The modules as rows of booleans, read back from the path. */
function readBack({ size, path }: { size: number; path: string }): boolean[][] {
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, column, row] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    const line = rows[Number(row)];
    if (line) line[Number(column)] = true;
  }
  return rows;
}

test('a QR code has its three finder patterns, and a margin of four modules that is empty', () => {
  const drawn = drawQrCode(URI);
  const rows = readBack(drawn);
  const finder = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];
  const cornerAt = (top: number, left: number) =>
    rows.slice(top, top + 7).map((row) =>
      row
        .slice(left, left + 7)
        .map((isDark) => (isDark ? '#' : '.'))
        .join(''),
    );
  const far = drawn.size - 4 - 7;
  for (const [top, left] of [
    [4, 4],
    [4, far],
    [far, 4],
  ] as const)
    expect(cornerAt(top, left)).toEqual(finder);
  const margin = rows.filter((_row, at) => at < 4 || at >= drawn.size - 4);
  expect(margin.flat().some(Boolean)).toBe(false);
  expect(rows.some((row) => [...row.slice(0, 4), ...row.slice(-4)].some(Boolean))).toBe(false);
});

test('another key is another code', () => {
  expect(drawQrCode(URI).path).not.toBe(drawQrCode(URI.replace('GEZDG', 'MFRGG')).path);
});
