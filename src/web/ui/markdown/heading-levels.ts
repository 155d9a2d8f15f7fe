type Heading = 'h1' | 'h2' | 'h3' | 'h4' | 'h5' | 'h6';

const HEADINGS: readonly Heading[] = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** Headings start at the page's next level and never skip one, so that the document outline stays valid. */
export class HeadingLevels {
  private readonly first: number;
  private before: number;

  constructor(first: number) {
    this.first = first;
    this.before = first - 1;
  }

  /** The tag of the next heading, in document order. */
  next(depth: number): Heading {
    this.before = Math.min(this.first + depth - 1, this.before + 1, HEADINGS.length);
    return HEADINGS[this.before - 1] ?? 'h6';
  }
}
