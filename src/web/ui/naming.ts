/** A drawing with a label is an image to screen readers; one without is decoration. */
export function asImage(label: string | undefined) {
  return label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true };
}
