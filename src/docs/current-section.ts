/** How far below the top of the window a heading still counts as passed: the header and some air. */
const BELOW_TOP = 96;

/** Scrolls the list of pages, where it is long, to the page that is open. */
export function showCurrentPage(): void {
  document.querySelector('.pages [aria-current]')?.scrollIntoView({ block: 'nearest' });
}

/** Marks, in the contents beside the text, the section that is being read. */
export function markCurrentSection(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents-beside a')];
  const headings = links.map(({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))));
  if (links.length === 0) return;
  let isAsked = false;
  const mark = () => {
    isAsked = false;
    const passed = headings.findLastIndex((heading) => (heading?.getBoundingClientRect().top ?? 0) < BELOW_TOP);
    for (const [at, link] of links.entries()) {
      if (at === passed) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  mark();
  document.addEventListener(
    'scroll',
    () => {
      if (!isAsked) requestAnimationFrame(mark);
      isAsked = true;
    },
    { passive: true },
  );
}
