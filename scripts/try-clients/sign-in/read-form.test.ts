import { expect, test } from 'vitest';
import { readForm } from './read-form.ts';

test('a form is read with what it sends unseen, and without what a person chooses', () => {
  const page = `<p>Hello</p><form class="card" method="post" action="/connect?a=1&amp;b=2">
    <input type="hidden" name="query" value="scope=a&amp;name=&quot;x&quot;" />
    <input
      type="hidden" name="csrf" value="abc" />
    <input type="radio" name="project" value="one" required />
  </form>`;
  expect(readForm(page)).toEqual({ action: '/connect?a=1&b=2', fields: { query: 'scope=a&name="x"', csrf: 'abc' } });
});

test('a page without a form has none', () => {
  expect(readForm('<h1>This app cannot be connected</h1>')).toBeUndefined();
});
