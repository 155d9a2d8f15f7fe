import type { Page } from '@playwright/test';

export interface Difference {
  pixels: number;
  /** The smallest rectangle that holds every differing pixel. */
  box: { x: number; y: number; width: number; height: number };
  /** Before, after, and the differing pixels in red on a faded copy, side by side. */
  picture: Buffer;
}

/** Compares two PNG images pixel by pixel; undefined when no pixel differs. The page serves as the decoder. */
export async function compareImages(page: Page, before: Buffer, after: Buffer): Promise<Difference | undefined> {
  if (before.equals(after)) return undefined;
  const found = await page.evaluate(
    async ([first = '', second = '']) => {
      const decode = async (base64: string) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        return createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      };
      const images = [await decode(first), await decode(second)];
      const width = Math.max(...images.map((image) => image.width));
      const height = Math.max(...images.map((image) => image.height));
      const canvas = new OffscreenCanvas(width * 3, height);
      const drawing = canvas.getContext('2d', { willReadFrequently: true });
      if (!drawing) throw new Error('the browser has no canvas');
      for (const [place, image] of images.entries()) drawing.drawImage(image, place * width, 0);
      const [one, other] = [0, 1].map((place) => drawing.getImageData(place * width, 0, width, height).data);
      if (!one || !other) throw new Error('an image has no pixels');
      const marked = drawing.createImageData(width, height);
      let [pixels, left, top, right, bottom] = [0, width, height, -1, -1];
      for (let at = 0; at < one.length; at += 4) {
        const isEqual =
          one[at] === other[at] &&
          one[at + 1] === other[at + 1] &&
          one[at + 2] === other[at + 2] &&
          one[at + 3] === other[at + 3];
        if (isEqual) {
          for (const channel of [0, 1, 2]) marked.data[at + channel] = 192 + (other[at + channel] ?? 0) / 4;
        } else {
          const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
          [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
          pixels += 1;
          marked.data[at] = 230;
        }
        marked.data[at + 3] = 255;
      }
      if (pixels === 0) return undefined;
      drawing.putImageData(marked, width * 2, 0);
      const picture = new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer());
      return {
        pixels,
        box: { x: left, y: top, width: right - left + 1, height: bottom - top + 1 },
        picture: btoa(Array.from(picture, (byte) => String.fromCharCode(byte)).join('')),
      };
    },
    [before.toString('base64'), after.toString('base64')],
  );
  return found && { ...found, picture: Buffer.from(found.picture, 'base64') };
}
