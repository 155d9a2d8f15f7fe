/** With a label a drawing is an image for screen readers; without one it is decoration. */
export function asImage(label: string | undefined) {
  return label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
}
