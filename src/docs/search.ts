import { type Found, findSections, splitAtWords, splitWords } from './find-sections.ts';
import { isTyping } from './is-typing.ts';
import type { Section } from './section.ts';

interface Parts {
  root: HTMLElement;
  input: HTMLInputElement;
  panel: HTMLElement;
  count: HTMLElement;
  list: HTMLElement;
}

/** Shows the search of the header, which is hidden without scripts. */
export function openSearch(): void {
  const parts = findParts();
  if (parts === undefined) return;
  const { root, input, panel } = parts;
  root.hidden = false;
  let index: Promise<readonly Section[]> | undefined;
  const load = () => (index ??= loadIndex());
  const search = async () => {
    const query = input.value;
    const sections = await load().catch(() => undefined);
    // Another letter was typed while the index was on its way.
    if (query !== input.value) return;
    if (sections === undefined) index = undefined;
    show(parts, query, sections);
  };
  input.addEventListener('focus', () => void load().catch(() => (index = undefined)));
  input.addEventListener('input', () => void search());
  root.addEventListener('keydown', (event) => steer(event, parts));
  root.addEventListener('focusout', ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && root.contains(relatedTarget))) panel.hidden = true;
  });
  input.addEventListener('focus', () => (panel.hidden = input.value.trim() === ''));
  document.addEventListener('keydown', (event) => {
    if (event.key !== '/' || isTyping(event)) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

function findParts(): Parts | undefined {
  const root = document.querySelector<HTMLElement>('.search');
  const input = root?.querySelector('input');
  const panel = root?.querySelector<HTMLElement>('.found');
  const count = root?.querySelector<HTMLElement>('.found-count');
  const list = root?.querySelector('ul');
  return root && input && panel && count && list ? { root, input, panel, count, list } : undefined;
}

async function loadIndex(): Promise<readonly Section[]> {
  const answer = await fetch('/docs/search.json');
  if (!answer.ok) throw new Error(`the index answered ${answer.status}`);
  return (await answer.json()) as readonly Section[];
}

function show({ panel, count, list }: Parts, query: string, sections: readonly Section[] | undefined): void {
  const words = splitWords(query);
  const { found, total } = findSections(sections ?? [], query);
  list.replaceChildren(...found.map((each) => drawFound(each, words)));
  count.textContent =
    sections === undefined ? 'The search could not be loaded. Type again.' : sayCount(found.length, total);
  panel.hidden = words.length === 0;
}

function sayCount(shown: number, total: number): string {
  if (total === 0) return 'Nothing found.';
  return shown === total ? `${total} found` : `The first ${shown} of ${total}`;
}

function drawFound({ section, excerpt }: Found, words: readonly string[]): HTMLElement {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = section.address;
  const title = document.createElement('b');
  title.append(...mark(section.heading ?? section.page, words));
  const page = document.createElement('small');
  page.textContent = section.heading === undefined ? '' : section.page;
  const text = document.createElement('span');
  text.append(...mark(excerpt, words));
  link.append(title, page, text);
  item.append(link);
  return item;
}

/** Every second stretch is one that was searched for. */
function mark(text: string, words: readonly string[]): (string | HTMLElement)[] {
  return splitAtWords(text, words).map((stretch, at) => {
    if (at % 2 === 0) return stretch;
    const marked = document.createElement('mark');
    marked.textContent = stretch;
    return marked;
  });
}

/** Arrows walk through what was found, Enter opens the first, Escape leaves. */
function steer(event: KeyboardEvent, { input, panel, list }: Parts): void {
  const links = [...list.querySelectorAll('a')];
  if (event.key === 'Escape') {
    panel.hidden = true;
    input.value = '';
    input.blur();
  } else if (event.key === 'Enter' && event.target === input) {
    links[0]?.click();
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    const places: HTMLElement[] = [input, ...links];
    const at = places.findIndex((place) => place === document.activeElement);
    const next = at + (event.key === 'ArrowDown' ? 1 : -1);
    places[Math.min(Math.max(next, 0), places.length - 1)]?.focus();
  }
}
