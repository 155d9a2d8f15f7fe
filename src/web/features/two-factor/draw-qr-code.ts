import createQrCode from 'qrcode-generator';

/** Light modules around a code, without which scanners do not find it. */
const MARGIN = 4;

/** A text as the path of an SVG with a module to the unit. Drawn here: the text is a secret that no other host may see. */
export function drawQrCode(text: string): { size: number; path: string } {
  const code = createQrCode(0, 'M');
  code.addData(text);
  code.make();
  const count = code.getModuleCount();
  let path = '';
  for (let row = 0; row < count; row += 1)
    for (let column = 0; column < count; column += 1)
      if (code.isDark(row, column)) path += `M${column + MARGIN} ${row + MARGIN}h1v1h-1z`;
  return { size: count + 2 * MARGIN, path };
}
