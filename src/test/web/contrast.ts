/** A colour in linear light, each channel 0 to 1 when it fits into sRGB. */
export type LinearColour = readonly [red: number, green: number, blue: number];

/** Reads `oklch(L C H)`; translucent colours have no contrast of their own and are refused. */
export function parseOklch(value: string): LinearColour {
  const parts = /^oklch\(\s*([\d.]+)\s+([\d.]+)\s+([\d.]+)\s*\)$/.exec(value);
  if (!parts) throw new Error(`not an opaque oklch() colour: ${value}`);
  return oklchToLinear(Number(parts[1]), Number(parts[2]), Number(parts[3]));
}

/** OKLCH to linear sRGB with the matrices Björn Ottosson published for OKLab. */
function oklchToLinear(lightness: number, chroma: number, hue: number): LinearColour {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

/** What the screen shows: eight bits per channel, clipped to sRGB. */
export function toHex(colour: LinearColour): string {
  return `#${toBytes(colour)
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')}`;
}

/** Half a step of eight bits is beyond what a screen can show, so it still counts as inside. */
export function fitsSrgb(colour: LinearColour): boolean {
  return colour.every((channel) => {
    const shown = encode(channel) * 255;
    return shown > -0.5 && shown < 255.5;
  });
}

/** Contrast of WCAG 2: 1 for equal colours, 21 for black on white. Computed on what the screen shows. */
export function contrast(one: LinearColour, other: LinearColour): number {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function luminance(colour: LinearColour): number {
  const weights = [0.2126, 0.7152, 0.0722];
  return toBytes(colour).reduce((sum, byte, index) => sum + (weights[index] ?? 0) * decode(byte / 255), 0);
}

function toBytes(colour: LinearColour): number[] {
  return colour.map((channel) => Math.round(Math.min(1, Math.max(0, encode(channel))) * 255));
}

function encode(linear: number): number {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055;
}

function decode(shown: number): number {
  return shown <= 0.04045 ? shown / 12.92 : ((shown + 0.055) / 1.055) ** 2.4;
}
